-- Lists the memories that a run was shown and those that it formed, in order; ids, no text.
SELECT
    entry.memory_id,
    'shown' AS part
FROM public.memory_ledger_entries AS entry
WHERE entry.run_id = %(run_id)s::bigint AND entry.runtime_agent_id = %(runtime_agent_id)s::bigint
UNION ALL
SELECT
    memory.id AS memory_id,
    'remembered' AS part
FROM public.memories AS memory
WHERE memory.run_id = %(run_id)s::bigint AND memory.runtime_agent_id = %(runtime_agent_id)s::bigint
ORDER BY part, memory_id;
