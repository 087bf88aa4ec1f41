-- Finds platform ids whose message was deleted before it was known to be a reply.
SELECT event.external_message_id
FROM public.message_events AS event
WHERE
    event.conversation_id = %(conversation_id)s::bigint
    AND event.external_message_id = any(%(external_message_ids)s::text[])
    AND event.deleted_at IS NOT NULL;
