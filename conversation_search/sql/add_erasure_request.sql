-- Asks for an erasure. What is meant ends with the newest message of now; nothing is returned for an id of nothing.
INSERT INTO public.erasure_requests (
    runtime_agent_id, kind, message_id, conversation_id, actor_ids, sent_after, sent_before, upto_message_id, reason,
    asked_by_kind, asked_by, asked_by_name, status
)
SELECT
    agent.id,
    %(kind)s::text,
    %(message_id)s::bigint,
    %(conversation_id)s::bigint,
    CASE WHEN %(actor_id)s::bigint IS NOT NULL THEN ARRAY[%(actor_id)s::bigint] END AS actor_ids,
    %(sent_after)s::timestamptz,
    %(sent_before)s::timestamptz,
    coalesce((
        SELECT max(event.id)
        FROM public.message_events AS event
        WHERE event.runtime_agent_id = agent.id
    ), 0) AS upto_message_id,
    %(reason)s::text,
    %(asked_by_kind)s::text,
    %(asked_by)s::bigint,
    %(asked_by_name)s::text,
    'gathering' AS status
FROM public.runtime_agents AS agent
WHERE
    agent.id = %(runtime_agent_id)s::bigint
    AND (%(message_id)s::bigint IS NULL OR EXISTS (
        SELECT 1
        FROM public.message_events AS event
        WHERE event.id = %(message_id)s::bigint AND event.runtime_agent_id = agent.id
    ))
    AND (%(conversation_id)s::bigint IS NULL OR EXISTS (
        SELECT 1
        FROM public.conversations AS conversation
        WHERE conversation.id = %(conversation_id)s::bigint AND conversation.runtime_agent_id = agent.id
    ))
    AND (%(actor_id)s::bigint IS NULL OR EXISTS (
        SELECT 1
        FROM public.actors AS actor
        WHERE actor.id = %(actor_id)s::bigint AND actor.runtime_agent_id = agent.id
    ))
RETURNING id;
