-- Finds an agent by its slug, whether its digests have a salt still, and how many searches have a digest.
SELECT
    agent.id,
    agent.digest_salt IS NOT NULL AS has_salt,
    (
        SELECT count(*) FROM public.conversation_search_events AS event
        WHERE event.runtime_agent_id = agent.id AND event.query_digest <> ''
    ) AS digests
FROM public.runtime_agents AS agent
WHERE agent.slug = %(slug)s::text;
