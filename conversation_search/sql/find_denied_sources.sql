-- Finds what these messages and memories were built on directly and what of that is denied in a run at this moment.
-- A tombstone denies those who were built on it directly alone.
WITH allowed AS MATERIALIZED (
    SELECT ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids
),

parent AS MATERIALIZED (
    SELECT
        'message' AS kind,
        provenance.message_event_id AS id,
        evidence.withheld_at IS NOT NULL AS is_withheld,
        provenance.history_message_ids || provenance.answered_message_id AS message_ids,
        provenance.memory_ids,
        provenance.tool_result_ids
    FROM public.memory_provenance AS provenance
    LEFT JOIN public.message_source_evidence AS evidence ON provenance.message_event_id = evidence.message_event_id
    WHERE
        provenance.message_event_id = any(%(message_ids)s::bigint[])
        AND provenance.runtime_agent_id = %(runtime_agent_id)s::bigint
    UNION ALL
    SELECT
        'memory' AS kind,
        memory.id,
        memory.withheld_at IS NOT NULL AS is_withheld,
        memory.history_message_ids || memory.answered_message_id AS message_ids,
        memory.memory_ids,
        memory.tool_result_ids
    FROM public.memories AS memory
    WHERE memory.id = any(%(memory_ids)s::bigint[]) AND memory.runtime_agent_id = %(runtime_agent_id)s::bigint
),

source AS (
    SELECT
        parent.kind AS parent_kind,
        parent.id AS parent_id,
        'message' AS kind,
        named.id,
        CASE
            WHEN event.id IS NULL THEN 'missing'
            WHEN parent.is_withheld AND event.deleted_at IS NOT NULL THEN 'deleted'
            ELSE public.mesh_exclusion_rule(
                false,
                evidence.audience_id IS NOT NULL,
                evidence.audience_id = any((SELECT allowed.ids FROM allowed)::bigint[]),
                public.mesh_lineage_allows(class.audience_ids, (SELECT allowed.ids FROM allowed))
            )
        END AS reason
    FROM parent
    CROSS JOIN LATERAL unnest(parent.message_ids) AS named (id)
    LEFT JOIN public.message_events AS event
        ON named.id = event.id AND event.runtime_agent_id = %(runtime_agent_id)s::bigint
    LEFT JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
    LEFT JOIN public.disclosure_classes AS class ON evidence.class_id = class.id
    WHERE named.id IS NOT NULL
    UNION ALL
    SELECT
        parent.kind AS parent_kind,
        parent.id AS parent_id,
        'memory' AS kind,
        named.id,
        CASE
            WHEN memory.id IS NULL THEN 'missing'
            WHEN parent.is_withheld AND memory.deleted_at IS NOT NULL THEN 'deleted'
            ELSE public.mesh_exclusion_rule(
                false,
                memory.audience_id IS NOT NULL,
                memory.audience_id = any((SELECT allowed.ids FROM allowed)::bigint[]),
                public.mesh_lineage_allows(class.audience_ids, (SELECT allowed.ids FROM allowed))
            )
        END AS reason
    FROM parent
    CROSS JOIN LATERAL unnest(parent.memory_ids) AS named (id)
    LEFT JOIN public.memories AS memory
        ON named.id = memory.id AND memory.runtime_agent_id = %(runtime_agent_id)s::bigint
    LEFT JOIN public.disclosure_classes AS class ON memory.class_id = class.id
    UNION ALL
    SELECT
        parent.kind AS parent_kind,
        parent.id AS parent_id,
        'tool_result' AS kind,
        named.id,
        CASE
            WHEN result.id IS NULL THEN 'missing'
            ELSE public.mesh_exclusion_rule(
                false,
                result.audience_id IS NOT NULL,
                result.audience_id = any((SELECT allowed.ids FROM allowed)::bigint[]),
                true
            )
        END AS reason
    FROM parent
    CROSS JOIN LATERAL unnest(parent.tool_result_ids) AS named (id)
    LEFT JOIN public.tool_results AS result
        ON named.id = result.id AND result.runtime_agent_id = %(runtime_agent_id)s::bigint
)

SELECT DISTINCT
    source.parent_kind,
    source.parent_id,
    source.kind,
    source.id,
    source.reason
FROM source
WHERE source.reason IS NOT NULL
ORDER BY source.kind, source.id, source.parent_kind, source.parent_id;
