-- Lists the replies built on a message, and those built on them, level by level; one may be reached more than once.
WITH RECURSIVE walk AS (
    SELECT
        provenance.message_event_id AS message_id,
        %(message_id)s::bigint AS beside_id,
        1 AS depth
    FROM public.memory_provenance AS provenance
    WHERE
        provenance.runtime_agent_id = %(agent_id)s::bigint
        AND (
            provenance.history_message_ids @> ARRAY[%(message_id)s::bigint]
            OR provenance.answered_message_id = %(message_id)s::bigint
        )
    UNION
    SELECT
        provenance.message_event_id AS message_id,
        walk.message_id AS beside_id,
        walk.depth + 1 AS depth
    FROM walk
    INNER JOIN public.memory_provenance AS provenance
        ON provenance.history_message_ids @> ARRAY[walk.message_id]
    WHERE walk.depth < %(depth)s::integer AND provenance.runtime_agent_id = %(agent_id)s::bigint
)

SELECT
    step.message_id,
    step.beside_id,
    step.depth,
    false AS is_missing,
    true AS is_reply,
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
INNER JOIN public.message_events AS event ON step.message_id = event.id
LEFT JOIN public.message_source_evidence AS evidence ON step.message_id = evidence.message_event_id
ORDER BY step.depth, step.beside_id, step.message_id;
