-- Compares the search documents of the next messages of an agent with what the stored messages say they should be.
-- `plain` marks text that the current rules could not handle: it is searchable by its plain words.
SELECT
    event.id AS message_event_id,
    CASE
        WHEN event.deleted_at IS NOT NULL THEN CASE WHEN held.chunks > 0 THEN 'orphan' END
        WHEN held.chunks = 0 THEN 'missing'
        WHEN
            held.is_stale
            OR EXISTS (
                SELECT 1
                FROM public.mesh_search_chunks(event.body) AS piece
                FULL JOIN (
                    SELECT
                        document.chunk,
                        document.tokenizer_version,
                        document.tsv
                    FROM public.message_search_documents AS document
                    WHERE
                        document.runtime_agent_id = event.runtime_agent_id
                        AND document.message_event_id = event.id
                ) AS document ON piece.chunk = document.chunk
                WHERE
                    piece.chunk IS NULL
                    OR document.chunk IS NULL
                    OR (
                        document.tokenizer_version <> 0
                        AND document.tsv IS DISTINCT FROM public.mesh_search_vector(piece.content)
                    )
            )
            THEN 'stale'
        WHEN held.is_plain THEN 'plain'
    END AS defect
FROM (
    SELECT event.*
    FROM public.message_events AS event
    WHERE event.runtime_agent_id = %(runtime_agent_id)s::bigint AND event.id > %(after_message_id)s::bigint
    ORDER BY event.id
    LIMIT %(batch)s::bigint
) AS event
LEFT JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
CROSS JOIN
    LATERAL (
        SELECT
            count(*) AS chunks,
            coalesce(bool_or(document.tokenizer_version = 0), false) AS is_plain,
            coalesce(bool_or(
                document.tokenizer_version NOT IN (0, public.mesh_tokenizer_version())
                OR document.conversation_id <> event.conversation_id
                OR document.actor_id <> event.actor_id
                OR document.sent_at <> event.sent_at
                OR document.audience_id IS DISTINCT FROM evidence.audience_id
                OR document.class_id IS DISTINCT FROM CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END
            ), false) AS is_stale
        FROM public.message_search_documents AS document
        WHERE document.runtime_agent_id = event.runtime_agent_id AND document.message_event_id = event.id
    ) AS held
ORDER BY event.id;
