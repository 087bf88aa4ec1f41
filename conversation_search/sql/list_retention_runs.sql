-- Lists runs of retention of one agent or of all, newest first, each with its end where it has one.
SELECT
    begun.run_key::text AS run_key,
    begun.runtime_agent_id AS agent_id,
    begun.is_dry_run,
    begun.happened_at AS started_at,
    ended.happened_at AS finished_at,
    coalesce(ended.deleted, 0) AS deleted,
    coalesce(ended.kept, 0) AS kept,
    coalesce(ended.purged, 0) AS purged
FROM public.retention_run_events AS begun
LEFT JOIN public.retention_run_events AS ended
    ON
        begun.run_key = ended.run_key
        AND begun.runtime_agent_id = ended.runtime_agent_id
        AND ended.step = 'finished'
WHERE
    begun.step = 'started'
    AND (%(runtime_agent_id)s::bigint IS NULL OR begun.runtime_agent_id = %(runtime_agent_id)s::bigint)
ORDER BY begun.id DESC
LIMIT %(limit)s::bigint;
