-- A reply to most runs, built on exactly what the run was shown.
WITH answered AS (
    SELECT
        run.id AS run_id,
        run.conversation_id,
        run.inbound_message_id,
        run.opened_at + interval '14 seconds' AS at,
        row_number() OVER (ORDER BY run.id) AS number
    FROM runs AS run
    WHERE run.runtime_agent_id = %(agent_id)s::bigint AND run.id %% 12 <> 0
),

said AS (
    INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body)
    SELECT
        %(agent_id)s::bigint,
        answered.conversation_id,
        %(account)s::bigint,
        'reply-' || answered.run_id,
        answered.at,
        'invented'
    FROM answered
    ORDER BY answered.number
    RETURNING id, external_message_id
),

replied AS (
    SELECT answered.*, said.id AS reply_id
    FROM answered
    INNER JOIN said ON said.external_message_id = 'reply-' || answered.run_id
),

closed AS (
    UPDATE runs
    SET reply_message_id = replied.reply_id, closed_at = replied.at
    FROM replied
    WHERE runs.id = replied.run_id
),

vouched AS (
    INSERT INTO message_source_evidence (
        message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
    )
    SELECT replied.reply_id, %(agent_id)s::bigint, replied.conversation_id, replied.at, audience.id, class.id
    FROM replied
    INNER JOIN audiences AS audience ON audience.conversation_id = replied.conversation_id
    INNER JOIN disclosure_classes AS class ON class.audience_ids = ARRAY[audience.id]
)

INSERT INTO memory_provenance (message_event_id, runtime_agent_id, answered_message_id, history_message_ids)
SELECT
    replied.reply_id,
    %(agent_id)s::bigint,
    replied.inbound_message_id,
    ARRAY(
        SELECT entry.message_event_id FROM ledger_entries AS entry
        WHERE entry.run_id = replied.run_id
        ORDER BY entry.id
    )
FROM replied
