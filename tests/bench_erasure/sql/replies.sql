-- Replies that were each built on thirty messages in a row, some of them the person's.
WITH said AS (
    INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, sent_at, body)
    SELECT %(agent_id)s::bigint, %(room_id)s::bigint, %(account_id)s::bigint, now(), 'as I heard'
    FROM generate_series(1, %(replies)s::integer)
    RETURNING id, runtime_agent_id, conversation_id, sent_at
),

numbered AS (
    SELECT said.*, row_number() OVER (ORDER BY said.id) AS number FROM said
),

provenance AS (
    INSERT INTO memory_provenance (message_event_id, runtime_agent_id, history_message_ids)
    SELECT
        numbered.id, numbered.runtime_agent_id,
        ARRAY(
            SELECT event.id FROM message_events AS event
            WHERE
                event.runtime_agent_id = %(agent_id)s::bigint
                AND event.id >= %(first_id)s::bigint
                + (numbered.number * 7919 %% (%(messages)s::integer - 30))
            ORDER BY event.id LIMIT 30
        )
    FROM numbered
)

INSERT INTO message_source_evidence (
    message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
)
SELECT numbered.id, numbered.runtime_agent_id, numbered.conversation_id, numbered.sent_at, own.audience_id, own.class_id
FROM numbered
CROSS JOIN (SELECT audience_id, class_id FROM message_source_evidence WHERE conversation_id = %(room_id)s::bigint LIMIT 1)
    AS own
