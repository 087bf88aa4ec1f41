-- Keeps the memories a text is built on from narrowing or dying until the transaction ends, locked in id order.
SELECT memory.id
FROM public.memories AS memory
WHERE
    memory.id IN (
        SELECT entry.memory_id
        FROM public.memory_ledger_entries AS entry
        WHERE entry.run_id = %(run_id)s::bigint
    )
    AND memory.runtime_agent_id = %(runtime_agent_id)s::bigint
ORDER BY memory.id
FOR SHARE OF memory;
