-- Lists the replies and memories built on a message, directly and down the chain, with the audience each was given.
WITH RECURSIVE built AS (
    SELECT
        'message' AS kind,
        %(message_id)s::bigint AS id
    UNION
    SELECT
        child.kind,
        child.id
    FROM built
    CROSS JOIN LATERAL (
        -- One condition each, so that each is found by its index.
        SELECT
            'message' AS kind,
            provenance.message_event_id AS id
        FROM public.memory_provenance AS provenance
        WHERE built.kind = 'message' AND provenance.history_message_ids @> ARRAY[built.id]
        UNION ALL
        SELECT
            'message' AS kind,
            provenance.message_event_id AS id
        FROM public.memory_provenance AS provenance
        WHERE built.kind = 'message' AND provenance.answered_message_id = built.id
        UNION ALL
        SELECT
            'message' AS kind,
            provenance.message_event_id AS id
        FROM public.memory_provenance AS provenance
        WHERE built.kind = 'memory' AND provenance.memory_ids @> ARRAY[built.id]
        UNION ALL
        SELECT
            'memory' AS kind,
            memory.id
        FROM public.memories AS memory
        WHERE built.kind = 'message' AND memory.history_message_ids @> ARRAY[built.id]
        UNION ALL
        SELECT
            'memory' AS kind,
            memory.id
        FROM public.memories AS memory
        WHERE built.kind = 'message' AND memory.answered_message_id = built.id
        UNION ALL
        SELECT
            'memory' AS kind,
            memory.id
        FROM public.memories AS memory
        WHERE built.kind = 'memory' AND memory.memory_ids @> ARRAY[built.id]
    ) AS child
),

use AS (
    SELECT
        built.kind,
        built.id,
        coalesce(evidence.audience_id, memory.audience_id) AS audience_id,
        coalesce(provenance.history_message_ids, memory.history_message_ids) @> ARRAY[%(message_id)s::bigint]
        OR coalesce(
            coalesce(provenance.answered_message_id, memory.answered_message_id) = %(message_id)s::bigint, false
        ) AS is_direct
    FROM built
    LEFT JOIN public.memory_provenance AS provenance
        ON built.kind = 'message' AND built.id = provenance.message_event_id
    LEFT JOIN public.message_source_evidence AS evidence
        ON built.kind = 'message' AND built.id = evidence.message_event_id
    LEFT JOIN public.memories AS memory ON built.kind = 'memory' AND built.id = memory.id
    WHERE
        coalesce(provenance.runtime_agent_id, memory.runtime_agent_id) = %(runtime_agent_id)s::bigint
        AND (built.kind <> 'message' OR built.id <> %(message_id)s::bigint)
)

SELECT
    use.kind,
    use.id,
    use.is_direct,
    audience.visibility,
    audience.kind AS audience_kind,
    audience.readers,
    connector.type || ':' || connector.name AS namespace,
    conversation.external_thread_id
FROM use
LEFT JOIN public.audiences AS audience ON use.audience_id = audience.id
LEFT JOIN public.conversations AS conversation ON audience.conversation_id = conversation.id
LEFT JOIN public.connectors AS connector ON audience.connector_id = connector.id
ORDER BY use.kind, use.id
LIMIT %(limit)s::bigint;
