-- Empties the next messages of an agent whose deletion had to keep the text, where nothing keeps it any more. Whoever
-- works on one already is left to it.
WITH due AS MATERIALIZED (
    SELECT event.id
    FROM public.message_events AS event
    WHERE
        event.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND event.purge_due_at IS NOT NULL
        AND event.id > %(after_message_id)s::bigint
        AND NOT public.mesh_must_keep(event.id)
    ORDER BY event.id
    LIMIT %(batch)s::bigint
    FOR NO KEY UPDATE SKIP LOCKED
)

UPDATE public.message_events AS event
SET
    purge_due_at = NULL,
    body = ''
FROM due
WHERE event.id = due.id AND event.purge_due_at IS NOT NULL AND NOT public.mesh_must_keep(event.id)
RETURNING event.id;
