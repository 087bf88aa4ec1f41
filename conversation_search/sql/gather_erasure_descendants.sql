-- For the next items that are erased, takes in what is the same message under another row, which is erased with it, and
-- what was built directly on them, which is kept withheld unless another choice is made; tells how many were looked at.
WITH due AS MATERIALIZED (
    SELECT
        item.id,
        item.kind,
        item.subject_id,
        item.is_target
    FROM public.erasure_items AS item
    WHERE item.request_id = %(request_id)s::bigint AND item.choice = 'erase' AND NOT item.is_gathered
    ORDER BY item.id
    LIMIT %(batch)s::bigint
    FOR NO KEY UPDATE
),

gone AS MATERIALIZED (
    SELECT
        coalesce(array_agg(due.subject_id) FILTER (WHERE due.kind = 'message'), '{}') AS message_ids,
        coalesce(array_agg(due.subject_id) FILTER (WHERE due.kind = 'memory'), '{}') AS memory_ids
    FROM due
),

twin AS (
    SELECT
        delivered.message_event_id AS id,
        due.is_target
    FROM due
    INNER JOIN public.message_events AS event ON due.subject_id = event.id
    INNER JOIN public.delivered_messages AS delivered
        ON
            event.conversation_id = delivered.conversation_id
            AND event.external_message_id = delivered.external_message_id
    WHERE due.kind = 'message'
    UNION
    SELECT
        echo.id,
        due.is_target
    FROM due
    INNER JOIN public.delivered_messages AS delivered ON due.subject_id = delivered.message_event_id
    INNER JOIN public.message_events AS echo
        ON
            delivered.conversation_id = echo.conversation_id
            AND delivered.external_message_id = echo.external_message_id
    WHERE due.kind = 'message'
),

built AS (
    SELECT
        'message' AS kind,
        provenance.message_event_id AS id
    FROM gone
    INNER JOIN public.memory_provenance AS provenance ON provenance.history_message_ids && gone.message_ids
    UNION
    SELECT
        'message' AS kind,
        provenance.message_event_id AS id
    FROM gone
    INNER JOIN public.memory_provenance AS provenance ON provenance.answered_message_id = any(gone.message_ids)
    UNION
    SELECT
        'message' AS kind,
        provenance.message_event_id AS id
    FROM gone
    INNER JOIN public.memory_provenance AS provenance ON provenance.memory_ids && gone.memory_ids
    UNION
    SELECT
        'memory' AS kind,
        memory.id
    FROM gone
    INNER JOIN public.memories AS memory ON memory.history_message_ids && gone.message_ids
    UNION
    SELECT
        'memory' AS kind,
        memory.id
    FROM gone
    INNER JOIN public.memories AS memory ON memory.answered_message_id = any(gone.message_ids)
    UNION
    SELECT
        'memory' AS kind,
        memory.id
    FROM gone
    INNER JOIN public.memories AS memory ON memory.memory_ids && gone.memory_ids
),

found AS (
    SELECT DISTINCT ON (one.kind, one.id)
        one.kind,
        one.id,
        one.is_target,
        one.choice
    FROM (
        SELECT
            'message' AS kind,
            twin.id,
            twin.is_target AND %(is_open)s::boolean AS is_target,
            CASE WHEN %(is_open)s::boolean THEN 'erase' ELSE 'keep' END AS choice
        FROM twin
        UNION ALL
        SELECT
            built.kind,
            built.id,
            false AS is_target,
            'keep' AS choice
        FROM built
    ) AS one
    ORDER BY one.kind, one.id, one.choice
),

added AS (
    INSERT INTO public.erasure_items (request_id, runtime_agent_id, kind, subject_id, is_target, choice)
    SELECT
        %(request_id)s::bigint,
        %(runtime_agent_id)s::bigint,
        found.kind,
        found.id,
        found.is_target,
        found.choice
    FROM found
    ON CONFLICT (request_id, kind, subject_id) DO NOTHING
),

marked AS (
    UPDATE public.erasure_items AS item
    SET is_gathered = true
    FROM due
    WHERE item.id = due.id
    RETURNING item.id
)

SELECT count(*) AS looked_at
FROM marked;
