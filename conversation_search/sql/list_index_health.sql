-- Compares the newest messages of each agent with their search documents, agents after a slug. Texts are not read:
-- `manage.py rebuild_search_documents --check` compares those too.
WITH agent AS MATERIALIZED (
    SELECT
        agent.id,
        agent.slug
    FROM public.runtime_agents AS agent
    WHERE
        agent.slug > %(after_slug)s::text
        AND (%(runtime_agent_id)s::bigint IS NULL OR agent.id = %(runtime_agent_id)s::bigint)
    ORDER BY agent.slug
    LIMIT %(agents)s::bigint
),

sample AS MATERIALIZED (
    SELECT
        agent.id AS agent_id,
        event.*
    FROM agent
    CROSS JOIN LATERAL (
        SELECT
            event.id,
            event.conversation_id,
            event.actor_id,
            event.sent_at,
            event.received_at,
            event.deleted_at
        FROM public.message_events AS event
        WHERE event.runtime_agent_id = agent.id
        ORDER BY event.id DESC
        LIMIT %(sample)s::bigint
    ) AS event
),

judged AS MATERIALIZED (
    SELECT
        sample.agent_id,
        sample.id,
        sample.received_at,
        sample.deleted_at IS NOT NULL AS is_deleted,
        count(document.chunk) AS chunks,
        coalesce(bool_or(document.tokenizer_version = 0), false) AS is_plain,
        coalesce(bool_or(
            document.tokenizer_version NOT IN (0, public.mesh_tokenizer_version())
            OR document.conversation_id <> sample.conversation_id
            OR document.actor_id <> sample.actor_id
            OR document.sent_at <> sample.sent_at
            OR document.audience_id IS DISTINCT FROM evidence.audience_id
            OR document.class_id IS DISTINCT FROM CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END
        ), false) AS is_stale
    FROM sample
    LEFT JOIN public.message_source_evidence AS evidence ON sample.id = evidence.message_event_id
    LEFT JOIN public.message_search_documents AS document
        ON sample.agent_id = document.runtime_agent_id AND sample.id = document.message_event_id
    GROUP BY sample.agent_id, sample.id, sample.received_at, sample.deleted_at
),

counted AS (
    SELECT
        judged.agent_id,
        count(*) AS messages,
        count(*) FILTER (WHERE NOT judged.is_deleted AND judged.chunks = 0) AS missing,
        count(*) FILTER (WHERE NOT judged.is_deleted AND judged.chunks > 0 AND judged.is_stale) AS stale,
        count(*) FILTER (WHERE judged.is_deleted AND judged.chunks > 0) AS orphan,
        count(*) FILTER (WHERE NOT judged.is_deleted AND NOT judged.is_stale AND judged.is_plain) AS plain,
        min(judged.received_at) FILTER (WHERE NOT judged.is_deleted AND judged.chunks = 0) AS behind_since
    FROM judged
    GROUP BY judged.agent_id
)

SELECT
    agent.slug,
    coalesce(counted.messages, 0) AS messages,
    coalesce(counted.missing, 0) AS missing,
    coalesce(counted.stale, 0) AS stale,
    coalesce(counted.orphan, 0) AS orphan,
    coalesce(counted.plain, 0) AS plain,
    counted.behind_since,
    coalesce(progress.finished_at IS NULL AND progress.runtime_agent_id IS NOT NULL, false) AS is_unfinished
FROM agent
LEFT JOIN counted ON agent.id = counted.agent_id
LEFT JOIN public.indexing_progress AS progress ON agent.id = progress.runtime_agent_id
ORDER BY agent.slug;
