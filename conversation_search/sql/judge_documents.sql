-- Compares the search documents of the next messages of an agent, and their words in the vocabulary, with what the
-- stored messages say they should be. `plain` marks text that the rules could not handle: its plain words are
-- searchable.
WITH event AS MATERIALIZED (
    SELECT event.*
    FROM public.message_events AS event
    WHERE event.runtime_agent_id = %(runtime_agent_id)s::bigint AND event.id > %(after_message_id)s::bigint
    ORDER BY event.id
    LIMIT %(batch)s::bigint
),

held AS MATERIALIZED (
    SELECT
        event.id,
        count(document.chunk) AS chunks,
        coalesce(bool_or(document.tokenizer_version = 0), false) AS is_plain,
        coalesce(bool_or(
            document.tokenizer_version NOT IN (0, public.mesh_tokenizer_version())
            OR document.conversation_id <> event.conversation_id
            OR document.actor_id <> event.actor_id
            OR document.sent_at <> event.sent_at
            OR document.speaker_tsv IS DISTINCT FROM public.mesh_search_vector(event.sender_display_name)
            OR document.speaker_organization IS DISTINCT FROM event.sender_organization
            OR document.audience_id IS DISTINCT FROM evidence.audience_id
            OR document.class_id IS DISTINCT FROM CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END
        ), false) AS is_stale
    FROM event
    LEFT JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
    LEFT JOIN public.message_search_documents AS document
        ON event.runtime_agent_id = document.runtime_agent_id AND event.id = document.message_event_id
    GROUP BY event.id
),

-- What the rules make of each text now; those that they could not handle are not tried here.
expected AS MATERIALIZED (
    SELECT
        event.id,
        CASE
            WHEN event.deleted_at IS NULL AND NOT held.is_plain THEN public.mesh_search_documents(event.body)
        END AS documents
    FROM event
    INNER JOIN held ON event.id = held.id
),

expected_piece AS MATERIALIZED (
    SELECT
        expected.id,
        piece.number,
        (expected.documents).first_chunk + piece.number::integer - 1 AS chunk,
        piece.vector,
        piece.exact_vector
    FROM expected
    CROSS JOIN
        LATERAL unnest((expected.documents).vectors, (expected.documents).exact_vectors)
        WITH ORDINALITY AS piece (vector, exact_vector, number)
),

expected_word AS MATERIALIZED (
    SELECT DISTINCT
        expected_piece.id,
        word.content
    FROM expected_piece
    CROSS JOIN LATERAL public.mesh_vocabulary_words(expected_piece.exact_vector) AS word (content)
    WHERE expected_piece.number <= 10
),

other_text AS (
    SELECT coalesce(expected_piece.id, document.message_event_id) AS id
    FROM expected_piece
    FULL JOIN (
        SELECT
            document.message_event_id,
            document.chunk,
            document.tsv,
            document.exact_tsv
        FROM public.message_search_documents AS document
        WHERE
            document.runtime_agent_id = %(runtime_agent_id)s::bigint
            AND document.message_event_id IN (
                SELECT held.id FROM held
                WHERE NOT held.is_plain
            )
    ) AS document ON expected_piece.id = document.message_event_id AND expected_piece.chunk = document.chunk
    WHERE
        document.tsv IS DISTINCT FROM expected_piece.vector
        OR document.exact_tsv IS DISTINCT FROM expected_piece.exact_vector
),

-- Words without a witness, and witnesses of words that they do not hold.
other_words AS (
    SELECT expected_word.id
    FROM expected_word
    WHERE
        NOT EXISTS (
            SELECT 1
            FROM public.search_vocabulary AS known
            WHERE known.runtime_agent_id = %(runtime_agent_id)s::bigint AND known.word = expected_word.content
        )
    UNION ALL
    SELECT witness.message_event_id AS id
    FROM public.search_vocabulary AS witness
    WHERE
        witness.message_event_id IN (SELECT event.id FROM event)
        AND NOT EXISTS (
            SELECT 1
            FROM expected_word
            WHERE expected_word.id = witness.message_event_id AND expected_word.content = witness.word
        )
)

SELECT
    event.id AS message_event_id,
    CASE
        WHEN event.deleted_at IS NOT NULL
            THEN
                CASE
                    WHEN held.chunks > 0 OR event.id IN (SELECT other_words.id FROM other_words) THEN 'orphan'
                END
        WHEN held.chunks = 0 THEN 'missing'
        WHEN
            held.is_stale
            OR event.id IN (SELECT other_text.id FROM other_text)
            OR event.id IN (SELECT other_words.id FROM other_words)
            THEN 'stale'
        WHEN held.is_plain THEN 'plain'
    END AS defect
FROM event
INNER JOIN held ON event.id = held.id
ORDER BY event.id;
