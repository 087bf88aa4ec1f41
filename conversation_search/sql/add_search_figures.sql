-- Adds up the searches of every quarter of an hour that is over and was not added up, by agent and how they ended. An
-- audit row is seen some seconds after its moment, so a quarter is over some minutes after its end.
INSERT INTO public.search_figures (
    runtime_agent_id, quarter, status, searches, degraded,
    already_in_context, no_evidence, audience, lineage, below_cutoff
)
SELECT
    event.runtime_agent_id,
    date_bin('15 minutes', event.searched_at, '2000-01-01 00:00+00') AS quarter,
    event.status,
    count(*) AS searches,
    count(*) FILTER (WHERE event.degraded <> '[]'::jsonb) AS degraded,
    coalesce(sum((event.exclusions ->> 'already_in_context')::bigint), 0) AS already_in_context,
    coalesce(sum((event.exclusions ->> 'no_evidence')::bigint), 0) AS no_evidence,
    coalesce(sum((event.exclusions ->> 'audience')::bigint), 0) AS audience,
    coalesce(sum((event.exclusions ->> 'lineage')::bigint), 0) AS lineage,
    coalesce(sum((event.exclusions ->> 'below_cutoff')::bigint), 0) AS below_cutoff
FROM public.conversation_search_events AS event
WHERE
    event.searched_at >= greatest(
        date_bin('15 minutes', %(after)s::timestamptz, '2000-01-01 00:00+00'),
        (SELECT max(figure.quarter) FROM public.search_figures AS figure) + interval '15 minutes'
    )
    AND event.searched_at < date_bin('15 minutes', %(settled)s::timestamptz, '2000-01-01 00:00+00')
GROUP BY event.runtime_agent_id, quarter, event.status
ON CONFLICT DO NOTHING;
