-- Places a hold of an agent, where what it names is that agent's.
INSERT INTO public.legal_holds (runtime_agent_id, actor_id, conversation_id, sent_from, sent_before, reason)
SELECT
    agent.id,
    %(actor_id)s::bigint,
    %(conversation_id)s::bigint,
    %(sent_from)s::timestamptz,
    %(sent_before)s::timestamptz,
    %(reason)s::text
FROM public.runtime_agents AS agent
WHERE
    agent.id = %(runtime_agent_id)s::bigint
    AND (
        %(actor_id)s::bigint IS NULL
        OR EXISTS (
            SELECT 1 FROM public.actors AS actor
            WHERE actor.id = %(actor_id)s::bigint AND actor.runtime_agent_id = agent.id
        )
    )
    AND (
        %(conversation_id)s::bigint IS NULL
        OR EXISTS (
            SELECT 1 FROM public.conversations AS room
            WHERE room.id = %(conversation_id)s::bigint AND room.runtime_agent_id = agent.id
        )
    )
RETURNING id;
