-- Claims a tool call's key within its run until this transaction ends; false while another request holds it.
SELECT pg_try_advisory_xact_lock(hashtextextended(%(idempotency_key)s::text, run.id)) AS claimed
FROM public.runs AS run
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint;
