-- How many of the newest messages have no search document, and how many passes over an agent's messages are unfinished.
SELECT
    (
        SELECT count(*)
        FROM (
            SELECT
                event.id,
                event.runtime_agent_id,
                event.deleted_at
            FROM public.message_events AS event
            ORDER BY event.id DESC
            LIMIT %(sample)s::integer
        ) AS newest
        WHERE
            newest.deleted_at IS NULL
            AND NOT EXISTS (
                SELECT 1
                FROM public.message_search_documents AS document
                WHERE
                    document.runtime_agent_id = newest.runtime_agent_id
                    AND document.message_event_id = newest.id
            )
    ) AS unindexed,
    (
        SELECT count(*) FROM public.indexing_progress AS progress
        WHERE progress.finished_at IS NULL
    ) AS unfinished;
