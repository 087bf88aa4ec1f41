-- Stores a reply with its evidence and its lineage, and closes its run: at once, so that it is indexed once.
WITH message AS (
    INSERT INTO public.message_events (runtime_agent_id, conversation_id, actor_id, sent_at, body)
    VALUES (
        %(runtime_agent_id)s::bigint,
        %(conversation_id)s::bigint,
        %(actor_id)s::bigint,
        -- A platform's clock may run ahead of ours: no reply stands before what it answers.
        greatest(
            %(sent_at)s::timestamptz,
            (
                SELECT answered.sent_at FROM public.message_events AS answered
                WHERE answered.id = %(answered_message_id)s::bigint
            )
        ),
        %(body)s::text
    )
    RETURNING id, runtime_agent_id, conversation_id, sent_at
),

evidence AS (
    INSERT INTO public.message_source_evidence (
        message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
    )
    SELECT
        message.id,
        message.runtime_agent_id,
        message.conversation_id,
        message.sent_at,
        %(audience_id)s::bigint,
        %(class_id)s::bigint
    FROM message
    WHERE %(audience_id)s::bigint IS NOT NULL
),

lineage AS (
    INSERT INTO public.memory_provenance (
        message_event_id, runtime_agent_id, answered_message_id, history_message_ids, memory_ids, tool_result_ids
    )
    SELECT
        message.id,
        message.runtime_agent_id,
        %(answered_message_id)s::bigint,
        %(history_message_ids)s::bigint[],
        %(memory_ids)s::bigint[],
        %(tool_result_ids)s::bigint[]
    FROM message
)

UPDATE public.runs AS run
SET
    closed_at = %(sent_at)s::timestamptz,
    reply_message_id = message.id
FROM message
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = message.runtime_agent_id
RETURNING run.reply_message_id AS id;
