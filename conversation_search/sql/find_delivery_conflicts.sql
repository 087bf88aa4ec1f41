-- Finds platform ids that already name another reply, or a message that no account of the agent sent.
SELECT posted.external_message_id
FROM unnest(%(external_message_ids)s::text[]) AS posted (external_message_id)
WHERE
    EXISTS (
        SELECT 1
        FROM public.delivered_messages AS delivered
        WHERE
            delivered.conversation_id = %(conversation_id)s::bigint
            AND delivered.external_message_id = posted.external_message_id COLLATE "C"
            AND delivered.message_event_id <> %(reply_message_id)s::bigint
    )
    OR EXISTS (
        SELECT 1
        FROM public.message_events AS event
        INNER JOIN public.actors AS actor ON event.actor_id = actor.id
        WHERE
            event.conversation_id = %(conversation_id)s::bigint
            AND event.external_message_id = posted.external_message_id COLLATE "C"
            AND event.deleted_at IS NULL
            AND NOT actor.is_agent
    );
