-- Locks a run against its other searches and its reply, and reads what a search needs of it.
-- The weaker of the two write locks: the audit row of a search that is refused meanwhile refers to the run.
SELECT
    run.id,
    run.runtime_agent_id,
    run.requester_id,
    agent.digest_salt,
    run.closed_at IS NOT NULL OR run.expires_at <= %(now)s::timestamptz AS is_closed
FROM public.runs AS run
INNER JOIN public.runtime_agents AS agent ON run.runtime_agent_id = agent.id
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
FOR NO KEY UPDATE OF run;
