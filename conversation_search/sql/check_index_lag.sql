-- How many of the newest messages have no search document, how many have one of older rules, and how many passes
-- over an agent's messages are unfinished.
WITH newest AS MATERIALIZED (
    SELECT
        event.id,
        event.runtime_agent_id
    FROM (
        SELECT
            event.id,
            event.runtime_agent_id,
            event.deleted_at
        FROM public.message_events AS event
        ORDER BY event.id DESC
        LIMIT %(sample)s::integer
    ) AS event
    WHERE event.deleted_at IS NULL
)

SELECT
    (
        SELECT count(*)
        FROM newest
        WHERE
            NOT EXISTS (
                SELECT 1
                FROM public.message_search_documents AS document
                WHERE
                    document.runtime_agent_id = newest.runtime_agent_id
                    AND document.message_event_id = newest.id
            )
    ) AS unindexed,
    (
        SELECT count(DISTINCT document.message_event_id)
        FROM newest
        INNER JOIN public.message_search_documents AS document
            ON newest.runtime_agent_id = document.runtime_agent_id AND newest.id = document.message_event_id
        WHERE document.tokenizer_version NOT IN (0, public.mesh_tokenizer_version())
    ) AS outdated,
    (
        SELECT count(*) FROM public.indexing_progress AS progress
        WHERE progress.finished_at IS NULL
    ) AS unfinished;
