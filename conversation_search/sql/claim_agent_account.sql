-- Finds the account under which the agent speaks on a connector, or makes one when none was registered.
WITH known AS (
    SELECT actor.id
    FROM public.actors AS actor
    WHERE
        actor.connector_id = %(connector_id)s::bigint
        AND actor.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND actor.is_agent
    ORDER BY actor.own_account NULLS LAST, actor.id
    LIMIT 1
),

made AS (
    INSERT INTO public.actors AS actor (runtime_agent_id, connector_id, external_id, is_agent, own_account)
    SELECT
        %(runtime_agent_id)s::bigint,
        %(connector_id)s::bigint,
        %(external_id)s::text AS external_id,
        true AS is_agent,
        'stand_in' AS own_account
    WHERE NOT EXISTS (SELECT 1 FROM known)
    ON CONFLICT (connector_id, external_id) DO UPDATE SET is_agent = true, own_account = 'stand_in'
    RETURNING actor.id
)

SELECT known.id
FROM known
UNION ALL
SELECT made.id
FROM made;
