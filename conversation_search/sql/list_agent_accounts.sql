-- The agent's own accounts on a connector.
SELECT actor.external_id
FROM public.actors AS actor
WHERE actor.connector_id = %(connector_id)s::bigint AND actor.is_agent
ORDER BY actor.external_id;
