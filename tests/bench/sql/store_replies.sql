-- Stores what the agent said, each reply built on the latest 27 messages of its room and on three of a channel it searched.
WITH reply AS MATERIALIZED (
    SELECT
        nextval(pg_get_serial_sequence('message_events', 'id')) AS id,
        conversation.runtime_agent_id,
        staged.conversation_id,
        staged.actor_id,
        staged.sent_at,
        staged.body,
        mesh_intern_audience(
            conversation.runtime_agent_id, mesh_conversation_audience(conversation.id)
        ) AS audience_id,
        ARRAY(
            SELECT evidence.message_event_id
            FROM message_source_evidence AS evidence
            WHERE
                evidence.conversation_id = staged.conversation_id
                AND evidence.sent_at < staged.sent_at
                AND evidence.class_id IS NOT NULL
            ORDER BY evidence.sent_at DESC, evidence.message_event_id DESC
            LIMIT 27
        ) || ARRAY(
            SELECT evidence.message_event_id
            FROM message_source_evidence AS evidence
            WHERE
                evidence.conversation_id = staged.searched_conversation_id
                AND evidence.conversation_id <> staged.conversation_id
                AND evidence.sent_at < staged.sent_at
                AND evidence.class_id IS NOT NULL
            ORDER BY evidence.sent_at DESC, evidence.message_event_id DESC
            LIMIT 3
        ) || CASE WHEN staged.is_dangling THEN ARRAY[0::bigint] END AS source_ids
    FROM staged
    INNER JOIN conversations AS conversation ON staged.conversation_id = conversation.id
    WHERE staged.is_reply
    ORDER BY staged.sent_at
),

message AS (
    INSERT INTO message_events (id, runtime_agent_id, conversation_id, actor_id, sent_at, body)
    SELECT
        reply.id,
        reply.runtime_agent_id,
        reply.conversation_id,
        reply.actor_id,
        reply.sent_at,
        reply.body
    FROM reply
    RETURNING id
),

evidence AS (
    INSERT INTO message_source_evidence (
        message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
    )
    SELECT
        reply.id,
        reply.runtime_agent_id,
        reply.conversation_id,
        reply.sent_at,
        reply.audience_id,
        mesh_close_lineage(reply.runtime_agent_id, reply.audience_id, reply.source_ids)
    FROM reply
    INNER JOIN message ON reply.id = message.id
    WHERE reply.audience_id IS NOT NULL
)

INSERT INTO memory_provenance (message_event_id, runtime_agent_id, history_message_ids)
SELECT
    reply.id,
    reply.runtime_agent_id,
    reply.source_ids
FROM reply;
