-- Records the audience of a message that had none. Where its text was edited before, for whom is not known any more:
-- its lineage stays unknown.
WITH message AS (
    SELECT
        event.id,
        event.runtime_agent_id,
        event.conversation_id,
        event.sent_at,
        event.revision
    FROM public.message_events AS event
    WHERE event.id = %(message_id)s::bigint AND event.deleted_at IS NULL
    FOR NO KEY UPDATE
)

INSERT INTO public.message_source_evidence (
    message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
)
SELECT
    message.id,
    message.runtime_agent_id,
    message.conversation_id,
    message.sent_at,
    %(audience_id)s::bigint,
    CASE WHEN message.revision = 1 THEN %(class_id)s::bigint END AS class_id
FROM message
ON CONFLICT (message_event_id) DO NOTHING
RETURNING message_event_id AS id;
