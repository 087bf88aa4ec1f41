-- Lists the agents, or the one of a slug.
SELECT
    agent.id,
    agent.slug
FROM public.runtime_agents AS agent
WHERE %(slug)s::text IS NULL OR agent.slug = %(slug)s::text
ORDER BY agent.id;
