-- Lists what a message was built from, and that from, level by level; a message may be reached more than once.
WITH RECURSIVE walk AS (
    SELECT
        source.id AS message_id,
        provenance.message_event_id AS beside_id,
        1 AS depth
    FROM public.memory_provenance AS provenance
    CROSS JOIN LATERAL unnest(provenance.history_message_ids || provenance.answered_message_id) AS source (id)
    WHERE
        provenance.message_event_id = %(message_id)s::bigint
        AND provenance.runtime_agent_id = %(agent_id)s::bigint
        AND source.id IS NOT NULL
    UNION
    SELECT
        source.id AS message_id,
        provenance.message_event_id AS beside_id,
        walk.depth + 1 AS depth
    FROM walk
    INNER JOIN public.memory_provenance AS provenance ON walk.message_id = provenance.message_event_id
    CROSS JOIN LATERAL unnest(provenance.history_message_ids || provenance.answered_message_id) AS source (id)
    WHERE walk.depth < %(depth)s::integer AND source.id IS NOT NULL
)

SELECT
    step.message_id,
    step.beside_id,
    step.depth,
    event.id IS NULL AS is_missing,
    coalesce(provenance.message_event_id IS NOT NULL, false) AS is_reply,
    event.deleted_at,
    evidence.withheld_at,
    evidence.message_event_id IS NOT NULL AS has_evidence
FROM (
    SELECT
        walk.message_id,
        walk.beside_id,
        walk.depth
    FROM walk
    -- In the order of the walk, which ends here: ordering it would walk everything first.
    LIMIT %(limit)s::bigint -- noqa: AM09
) AS step
LEFT JOIN public.message_events AS event
    ON step.message_id = event.id AND event.runtime_agent_id = %(agent_id)s::bigint
LEFT JOIN public.memory_provenance AS provenance ON step.message_id = provenance.message_event_id
LEFT JOIN public.message_source_evidence AS evidence ON step.message_id = evidence.message_event_id
ORDER BY step.depth, step.beside_id, step.message_id;
