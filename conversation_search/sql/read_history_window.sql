-- Reads the messages of a history window, oldest first, and vouches for them in the same moment: all, or none of them.
WITH allowed AS MATERIALIZED (
    SELECT ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids
),

verdict AS MATERIALIZED (
    SELECT public.mesh_messages_allowed(
        %(runtime_agent_id)s::bigint, %(message_ids)s::bigint[], (SELECT allowed.ids FROM allowed)
    ) AS together
)

SELECT
    event.id AS message_event_id,
    event.sent_at,
    event.revision,
    CASE
        WHEN actor.is_agent THEN 'you'
        ELSE coalesce(event.sender_display_name, actor.display_name, actor.external_id)
    END AS speaker,
    event.body
FROM public.message_events AS event
INNER JOIN public.actors AS actor ON event.actor_id = actor.id
WHERE
    event.id = any(%(message_ids)s::bigint[])
    AND event.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND (SELECT verdict.together FROM verdict)
ORDER BY event.sent_at, event.id;
