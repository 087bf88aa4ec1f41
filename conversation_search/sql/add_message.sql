-- Stores a message with its evidence, where it has an audience, in one statement: it is indexed once. An id that is
-- known in the room already returns nothing.
WITH event AS (
    INSERT INTO public.message_events (
        runtime_agent_id, conversation_id, actor_id, external_message_id, sender_display_name, sender_organization,
        sent_at, edited_at, deleted_at, body
    )
    VALUES (
        %(runtime_agent_id)s::bigint,
        %(conversation_id)s::bigint,
        %(actor_id)s::bigint,
        %(external_message_id)s::text,
        %(sender_display_name)s::text,
        %(sender_organization)s::text,
        %(sent_at)s::timestamptz,
        %(edited_at)s::timestamptz,
        CASE WHEN %(body)s::text IS NULL THEN statement_timestamp() END,
        coalesce(%(body)s::text, '')
    )
    ON CONFLICT (conversation_id, external_message_id) DO NOTHING
    RETURNING id, runtime_agent_id, conversation_id, sent_at, deleted_at
),

evidence AS (
    INSERT INTO public.message_source_evidence (
        message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
    )
    SELECT
        event.id,
        event.runtime_agent_id,
        event.conversation_id,
        event.sent_at,
        %(audience_id)s::bigint,
        %(class_id)s::bigint
    FROM event
    WHERE %(audience_id)s::bigint IS NOT NULL AND event.deleted_at IS NULL
    RETURNING message_event_id
)

SELECT
    event.id,
    exists(SELECT 1 FROM evidence) AS has_evidence
FROM event;
