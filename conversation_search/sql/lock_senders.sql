-- The actors of these ids, held so that none becomes an account of the agent while its message is being stored.
SELECT
    actor.id,
    actor.external_id,
    actor.is_agent,
    actor.is_external
FROM public.actors AS actor
WHERE actor.connector_id = %(connector_id)s::bigint AND actor.external_id = any(%(external_ids)s::text[])
ORDER BY actor.external_id
FOR SHARE;
