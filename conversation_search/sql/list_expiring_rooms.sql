-- Lists the next rooms of an agent that hold expired messages, in id order.
SELECT
    room.id AS conversation_id,
    room.shown_since
FROM (
    SELECT
        conversation.id,
        public.mesh_shown_since(conversation.id) AS shown_since
    FROM public.conversations AS conversation
    WHERE
        conversation.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND conversation.id > %(after_conversation_id)s::bigint
        AND public.mesh_shown_everywhere_since(%(runtime_agent_id)s::bigint) > '-infinity'
) AS room
WHERE
    EXISTS (
        SELECT 1
        FROM public.message_events AS event
        WHERE
            event.conversation_id = room.id
            AND event.deleted_at IS NULL
            AND event.sent_at < room.shown_since
    )
ORDER BY room.id
LIMIT %(batch)s::bigint;
