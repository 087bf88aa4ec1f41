-- Counts the searches of each day by how they ended, and what each rule removed; days as one time zone has them.
-- Quarters of an hour that are over were added up before, the rest is counted.
WITH added_up AS MATERIALIZED (
    SELECT
        greatest(
            %(after)s::timestamptz,
            (SELECT max(figure.quarter) FROM public.search_figures AS figure) + interval '15 minutes'
        ) AS until
),

part AS (
    -- Added up by quarter first: what day a moment belongs to is the dearest question here.
    SELECT
        figure.quarter AS moment,
        figure.status,
        sum(figure.searches)::bigint AS searches,
        sum(figure.degraded)::bigint AS degraded,
        sum(figure.already_in_context)::bigint AS already_in_context,
        sum(figure.no_evidence)::bigint AS no_evidence,
        sum(figure.audience)::bigint AS audience,
        sum(figure.lineage)::bigint AS lineage,
        sum(figure.below_cutoff)::bigint AS below_cutoff
    FROM public.search_figures AS figure
    WHERE
        figure.quarter >= %(after)s::timestamptz
        AND figure.quarter < %(before)s::timestamptz
        AND (%(agent_id)s::bigint IS NULL OR figure.runtime_agent_id = %(agent_id)s::bigint)
    GROUP BY figure.quarter, figure.status
    UNION ALL
    SELECT
        event.searched_at AS moment,
        event.status,
        1 AS searches,
        (event.degraded <> '[]'::jsonb)::integer AS degraded,
        (event.exclusions ->> 'already_in_context')::bigint AS already_in_context,
        (event.exclusions ->> 'no_evidence')::bigint AS no_evidence,
        (event.exclusions ->> 'audience')::bigint AS audience,
        (event.exclusions ->> 'lineage')::bigint AS lineage,
        (event.exclusions ->> 'below_cutoff')::bigint AS below_cutoff
    FROM public.conversation_search_events AS event
    WHERE
        event.searched_at >= (SELECT added_up.until FROM added_up)
        AND event.searched_at < %(before)s::timestamptz
        AND (%(agent_id)s::bigint IS NULL OR event.runtime_agent_id = %(agent_id)s::bigint)
)

SELECT
    date_trunc('day', part.moment, %(zone)s::text) AS day,
    part.status,
    sum(part.searches)::bigint AS searches,
    sum(part.degraded)::bigint AS degraded,
    coalesce(sum(part.already_in_context), 0)::bigint AS already_in_context,
    coalesce(sum(part.no_evidence), 0)::bigint AS no_evidence,
    coalesce(sum(part.audience), 0)::bigint AS audience,
    coalesce(sum(part.lineage), 0)::bigint AS lineage,
    coalesce(sum(part.below_cutoff), 0)::bigint AS below_cutoff
FROM part
GROUP BY day, part.status
ORDER BY day, part.status;
