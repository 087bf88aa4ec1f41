-- Destroys the salt of an agent's query digests; no row when there is none left.
UPDATE public.runtime_agents AS agent SET digest_salt = NULL
WHERE agent.id = %(runtime_agent_id)s::bigint AND agent.digest_salt IS NOT NULL
RETURNING agent.id;
