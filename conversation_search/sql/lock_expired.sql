-- Holds the next expired messages of a room, oldest first; those that somebody else holds are left to them.
SELECT event.id
FROM public.message_events AS event
WHERE
    event.conversation_id = %(conversation_id)s::bigint
    AND event.deleted_at IS NULL
    AND event.sent_at < public.mesh_shown_since(%(conversation_id)s::bigint)
ORDER BY event.sent_at
LIMIT %(batch)s::bigint
FOR NO KEY UPDATE SKIP LOCKED;
