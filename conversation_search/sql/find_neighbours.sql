-- Finds what stands nearest before and after messages in their rooms and may be disclosed in a run; ids only.
-- Looks at a bounded stretch on either side; `is_short` where a longer one could hold more. What is looked up by key
-- stands behind OFFSET 0, so that no plan reads a table in its order instead.
WITH place AS MATERIALIZED (
    SELECT
        given.id,
        given.position,
        evidence.conversation_id,
        evidence.sent_at,
        CASE
            WHEN (SELECT public.mesh_shown_everywhere_since(%(runtime_agent_id)s::bigint)) = '-infinity'
                THEN '-infinity'
            ELSE public.mesh_shown_since(evidence.conversation_id)
        END AS shown_since
    FROM unnest(%(message_ids)s::bigint[]) WITH ORDINALITY AS given (id, position)
    CROSS JOIN LATERAL (
        SELECT
            evidence.conversation_id,
            evidence.sent_at
        FROM public.message_source_evidence AS evidence
        WHERE
            evidence.message_event_id = given.id
            AND evidence.runtime_agent_id = %(runtime_agent_id)s::bigint
        OFFSET 0 -- noqa: AM09
    ) AS evidence
),

hit AS MATERIALIZED (
    SELECT
        place.id AS message_event_id,
        place.conversation_id,
        place.sent_at,
        place.shown_since,
        -- As many more as the better hits of the room might take away; all others are better until the order is known.
        %(wanted)s::bigint * CASE %(beside)s::text
            WHEN 'matches' THEN 1
            WHEN 'hits' THEN 2 * row_number() OVER (PARTITION BY place.conversation_id ORDER BY place.position) - 1
            WHEN 'matches and hits' THEN 2 * count(*) OVER (PARTITION BY place.conversation_id) - 1
        END AS wanted
    FROM place
),

in_context AS MATERIALIZED (
    SELECT entry.message_event_id AS id
    FROM public.ledger_entries AS entry
    WHERE entry.run_id = %(run_id)s::bigint
    UNION ALL
    SELECT run.inbound_message_id AS id
    FROM public.runs AS run
    WHERE run.id = %(run_id)s::bigint AND run.inbound_message_id IS NOT NULL
),

near AS MATERIALIZED (
    SELECT
        hit.message_event_id AS hit_id,
        hit.wanted,
        'before' AS side,
        earlier.*
    FROM hit
    CROSS JOIN
        LATERAL (
            SELECT
                evidence.message_event_id,
                evidence.audience_id,
                CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END AS class_id,
                row_number() OVER (ORDER BY evidence.sent_at DESC, evidence.message_event_id DESC) AS distance
            FROM public.message_source_evidence AS evidence
            WHERE
                evidence.conversation_id = hit.conversation_id
                AND evidence.sent_at >= hit.shown_since
                AND (evidence.sent_at, evidence.message_event_id) < (hit.sent_at, hit.message_event_id)
            ORDER BY evidence.sent_at DESC, evidence.message_event_id DESC
            LIMIT hit.wanted + %(spare)s::bigint
        ) AS earlier
    UNION ALL
    SELECT
        hit.message_event_id AS hit_id,
        hit.wanted,
        'after' AS side,
        later.*
    FROM hit
    CROSS JOIN LATERAL (
        SELECT
            evidence.message_event_id,
            evidence.audience_id,
            CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END AS class_id,
            row_number() OVER (ORDER BY evidence.sent_at ASC, evidence.message_event_id ASC) AS distance
        FROM public.message_source_evidence AS evidence
        WHERE
            evidence.conversation_id = hit.conversation_id
            AND evidence.sent_at >= hit.shown_since
            AND (evidence.sent_at, evidence.message_event_id) > (hit.sent_at, hit.message_event_id)
        ORDER BY evidence.sent_at ASC, evidence.message_event_id ASC
        LIMIT hit.wanted + %(spare)s::bigint
    ) AS later
),

class AS MATERIALIZED (
    SELECT
        own.id,
        class.audience_ids
    FROM (SELECT DISTINCT near.class_id AS id FROM near) AS own
    CROSS JOIN LATERAL (
        SELECT class.audience_ids
        FROM public.disclosure_classes AS class
        WHERE class.id = own.id
        OFFSET 0 -- noqa: AM09
    ) AS class
),

needed AS MATERIALIZED (
    SELECT ARRAY(
        SELECT near.audience_id
        FROM near
        UNION
        SELECT unnest(class.audience_ids)
        FROM class
    ) AS audience_ids
),

allowed AS MATERIALIZED (
    SELECT coalesce(array_agg(audience.id), '{}') AS ids
    FROM needed
    CROSS JOIN LATERAL public.mesh_allowed_audiences(%(run_id)s::bigint, needed.audience_ids) AS audience (id)
),

judged AS MATERIALIZED (
    SELECT
        near.*,
        %(beside)s::text <> 'matches'
        AND (
            near.message_event_id = any(%(message_ids)s::bigint[])
            OR near.message_event_id IN (SELECT in_context.id FROM in_context)
        ) AS is_shown,
        public.mesh_exclusion_rule(
            false,
            true,
            near.audience_id IN (SELECT unnest(allowed.ids) FROM allowed),
            public.mesh_lineage_allows(class.audience_ids, (SELECT allowed.ids FROM allowed))
            AND near.message_event_id <> all(%(refused_ids)s::bigint[])
        ) IS NULL AS is_eligible
    FROM near
    LEFT JOIN class ON near.class_id = class.id
)

SELECT
    judged.hit_id,
    judged.side,
    coalesce(
        array_agg(judged.message_event_id ORDER BY judged.distance) FILTER (WHERE judged.is_eligible), '{}'
    ) AS message_ids,
    coalesce(
        array_agg(judged.message_event_id ORDER BY judged.distance)
        FILTER (WHERE judged.is_eligible AND NOT judged.is_shown),
        '{}'
    ) AS unshown_ids,
    count(*) = judged.wanted + %(spare)s::bigint
    AND count(*) FILTER (WHERE judged.is_eligible AND NOT judged.is_shown) < judged.wanted AS is_short
FROM judged
GROUP BY judged.hit_id, judged.side, judged.wanted;
