-- The agent that a bearer key belongs to, by the number of the key; none when the key was revoked.
SELECT
    api_key.id AS api_key_id,
    agent.id AS runtime_agent_id,
    agent.slug,
    agent.public_id_key,
    api_key.scopes::text[] AS scopes,
    api_key.prefix AS key_prefix
FROM public.api_keys AS api_key
INNER JOIN public.runtime_agents AS agent ON api_key.runtime_agent_id = agent.id
WHERE api_key.id = %(api_key_id)s::bigint AND api_key.revoked_at IS NULL;
