-- Counts the searches of each day by how they ended, and what each rule removed; days as one time zone has them.
SELECT
    date_trunc('day', event.searched_at, %(zone)s::text) AS day,
    event.status,
    count(*) AS searches,
    count(*) FILTER (WHERE event.degraded <> '[]'::jsonb) AS degraded,
    coalesce(sum((event.exclusions ->> 'already_in_context')::bigint), 0)::bigint AS already_in_context,
    coalesce(sum((event.exclusions ->> 'no_evidence')::bigint), 0)::bigint AS no_evidence,
    coalesce(sum((event.exclusions ->> 'audience')::bigint), 0)::bigint AS audience,
    coalesce(sum((event.exclusions ->> 'lineage')::bigint), 0)::bigint AS lineage,
    coalesce(sum((event.exclusions ->> 'below_cutoff')::bigint), 0)::bigint AS below_cutoff
FROM public.conversation_search_events AS event
WHERE
    event.searched_at >= %(after)s::timestamptz
    AND event.searched_at < %(before)s::timestamptz
    AND (%(agent_id)s::bigint IS NULL OR event.runtime_agent_id = %(agent_id)s::bigint)
GROUP BY day, event.status
ORDER BY day, event.status;
