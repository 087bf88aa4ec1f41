-- Waits until no other call writes to a run, and keeps others from doing so until the transaction ends.
SELECT run.id AS run_id
FROM public.runs AS run
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
FOR NO KEY UPDATE;
