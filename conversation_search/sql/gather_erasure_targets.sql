-- Takes the next messages that a request means into its items; returns the last of them, and nothing at the end.
WITH batch AS MATERIALIZED (
    SELECT event.id
    FROM public.message_events AS event
    WHERE
        event.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND event.id > %(after_id)s::bigint
        AND event.id <= %(upto_message_id)s::bigint
        AND (%(message_id)s::bigint IS NULL OR event.id = %(message_id)s::bigint)
        AND (%(conversation_id)s::bigint IS NULL OR event.conversation_id = %(conversation_id)s::bigint)
        AND (%(actor_ids)s::bigint[] IS NULL OR event.actor_id = any(%(actor_ids)s::bigint[]))
        AND (%(sent_after)s::timestamptz IS NULL OR event.sent_at >= %(sent_after)s::timestamptz)
        AND (%(sent_before)s::timestamptz IS NULL OR event.sent_at < %(sent_before)s::timestamptz)
    ORDER BY event.id
    LIMIT %(batch)s::bigint
),

added AS (
    INSERT INTO public.erasure_items (request_id, runtime_agent_id, kind, subject_id, is_target, choice)
    SELECT
        %(request_id)s::bigint,
        %(runtime_agent_id)s::bigint,
        'message' AS kind,
        batch.id,
        true AS is_target,
        'erase' AS choice
    FROM batch
    ON CONFLICT (request_id, kind, subject_id) DO NOTHING
)

SELECT batch.id
FROM batch
ORDER BY batch.id DESC
LIMIT 1;
