-- Records that these accounts were listed in a room.
INSERT INTO public.conversation_participants (runtime_agent_id, conversation_id, actor_id)
SELECT
    actor.runtime_agent_id,
    %(conversation_id)s::bigint,
    actor.id
FROM public.actors AS actor
WHERE
    actor.connector_id = %(connector_id)s::bigint
    AND actor.external_id = any(%(external_ids)s::text[])
    AND NOT EXISTS (
        SELECT 1
        FROM public.conversation_participants AS known
        WHERE known.conversation_id = %(conversation_id)s::bigint AND known.actor_id = actor.id
    )
ORDER BY actor.external_id
ON CONFLICT (conversation_id, actor_id) DO NOTHING;
