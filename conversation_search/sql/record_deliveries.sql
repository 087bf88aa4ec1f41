-- Records under which platform ids a reply was posted; ids that are recorded already stay as they are.
INSERT INTO public.delivered_messages (runtime_agent_id, conversation_id, external_message_id, message_event_id)
SELECT
    %(runtime_agent_id)s::bigint,
    %(conversation_id)s::bigint,
    posted.external_message_id,
    %(reply_message_id)s::bigint
FROM unnest(%(external_message_ids)s::text[]) AS posted (external_message_id)
ON CONFLICT (conversation_id, external_message_id) DO NOTHING;
