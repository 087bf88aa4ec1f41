-- Finds the account that a run answers.
SELECT run.requester_id AS id
FROM public.runs AS run
WHERE
    run.id = %(run_id)s::bigint
    AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND run.requester_id IS NOT NULL;
