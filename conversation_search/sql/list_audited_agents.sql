-- Lists the agents whose searches are audited, with the key of their public ids.
SELECT
    agent.id,
    agent.slug,
    agent.public_id_key
FROM public.runtime_agents AS agent
ORDER BY agent.slug;
