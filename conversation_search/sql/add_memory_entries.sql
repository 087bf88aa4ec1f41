-- Puts memories on the ledger of a run.
INSERT INTO public.memory_ledger_entries (runtime_agent_id, run_id, memory_id)
SELECT
    %(runtime_agent_id)s::bigint AS runtime_agent_id,
    %(run_id)s::bigint AS run_id,
    shown.id AS memory_id
FROM unnest(%(memory_ids)s::bigint[]) AS shown (id)
ORDER BY shown.id;
