-- Stores what people said with the audience that its room has now; what is not recorded gets no evidence.
WITH room AS MATERIALIZED (
    SELECT
        conversation.id,
        conversation.runtime_agent_id,
        mesh_intern_audience(
            conversation.runtime_agent_id, mesh_conversation_audience(conversation.id)
        ) AS audience_id
    FROM conversations AS conversation
    WHERE conversation.id IN (SELECT staged.conversation_id FROM staged)
),

recorded AS MATERIALIZED (
    SELECT
        room.id,
        room.audience_id,
        mesh_intern_class(room.runtime_agent_id, ARRAY[room.audience_id]) AS class_id
    FROM room
    WHERE room.audience_id IS NOT NULL
),

message AS (
    INSERT INTO message_events (
        runtime_agent_id, conversation_id, actor_id, external_message_id, sender_display_name, sent_at, body
    )
    SELECT
        room.runtime_agent_id,
        staged.conversation_id,
        staged.actor_id,
        staged.external_message_id,
        staged.sender_display_name,
        staged.sent_at,
        staged.body
    FROM staged
    INNER JOIN room ON staged.conversation_id = room.id
    WHERE NOT staged.is_reply
    ORDER BY staged.sent_at
    RETURNING id, runtime_agent_id, conversation_id, external_message_id, sent_at
)

INSERT INTO message_source_evidence (
    message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
)
SELECT
    message.id,
    message.runtime_agent_id,
    message.conversation_id,
    message.sent_at,
    recorded.audience_id,
    recorded.class_id
FROM message
INNER JOIN staged
    ON
        message.conversation_id = staged.conversation_id
        AND message.external_message_id = staged.external_message_id
INNER JOIN recorded ON message.conversation_id = recorded.id
WHERE staged.is_recorded;
