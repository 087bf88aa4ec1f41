-- Finds the account that a run can prove: its requester, alone with the agent in a direct conversation.
SELECT identity.actor_id
FROM public.runs AS run
CROSS JOIN LATERAL (SELECT public.mesh_direct_identity(run.id) AS actor_id) AS identity
WHERE
    run.id = %(run_id)s::bigint
    AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND identity.actor_id IS NOT NULL;
