-- Empties those of these messages whose deletion had to keep the text, where nothing keeps it any more.
UPDATE public.message_events AS event
SET
    purge_due_at = NULL,
    body = ''
WHERE
    event.id = any(%(message_ids)s::bigint[])
    AND event.purge_due_at IS NOT NULL
    AND NOT public.mesh_must_keep(event.id)
RETURNING event.id;
