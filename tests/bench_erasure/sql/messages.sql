-- Messages of twelve words of a vocabulary of 20,000; every so-manieth is the person's. Evidence, documents and words are
-- written as the triggers would, many times faster.
WITH said AS (
    INSERT INTO message_events (
        runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body
    )
    SELECT
        %(agent_id)s::bigint,
        %(room_id)s::bigint,
        CASE WHEN number %% %(every)s::integer = 0 THEN %(person_id)s::bigint ELSE %(other_id)s::bigint END,
        'm' || number,
        now() - interval '400 days' + number * interval '20 seconds',
        (
            SELECT string_agg(
                substr(translate(md5((1 + floor(random() * random() * 20000 + word * 0 + number * 0))::text),
                '0123456789', 'ghijklmnop'), 1, 7), ' '
            )
            FROM generate_series(1, 12) AS word
        )
    FROM generate_series(1, %(messages)s::integer) AS number
    RETURNING id, runtime_agent_id, conversation_id, actor_id, sent_at, body
),

own AS MATERIALIZED (
    SELECT
        audience.id,
        mesh_intern_class(%(agent_id)s::bigint, ARRAY[audience.id]) AS class_id
    FROM (
        SELECT mesh_intern_audience(
            %(agent_id)s::bigint, mesh_conversation_audience(%(room_id)s::bigint)
        ) AS id
    ) AS audience
),

evidence AS (
    INSERT INTO message_source_evidence (
        message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
    )
    SELECT said.id, said.runtime_agent_id, said.conversation_id, said.sent_at, own.id, own.class_id
    FROM said
    CROSS JOIN own
),

document AS (
    INSERT INTO message_search_documents (
        runtime_agent_id, message_event_id, chunk, conversation_id, actor_id, sent_at, audience_id, class_id,
        word_count, tokenizer_version, tsv, exact_tsv
    )
    SELECT
        said.runtime_agent_id, said.id, 0, said.conversation_id, said.actor_id, said.sent_at, own.id, own.class_id,
        12, mesh_tokenizer_version(), to_tsvector('mesh_message', said.body), to_tsvector('mesh_exact', said.body)
    FROM said
    CROSS JOIN own
    RETURNING message_event_id, exact_tsv
)

INSERT INTO search_vocabulary (runtime_agent_id, message_event_id, word)
SELECT DISTINCT ON (word.content)
    %(agent_id)s::bigint, document.message_event_id, word.content
FROM document
CROSS JOIN LATERAL unnest(tsvector_to_array(document.exact_tsv)) AS word (content)
ORDER BY word.content, document.message_event_id
