-- Reads the salt with which the queries of an agent are digested; NULL once it was destroyed.
SELECT agent.digest_salt
FROM public.runtime_agents AS agent
WHERE agent.id = %(runtime_agent_id)s::bigint;
