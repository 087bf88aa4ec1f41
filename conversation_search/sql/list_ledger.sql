-- Lists everything that a run has been shown, in the order in which it was.
SELECT
    entry.message_event_id,
    entry.source,
    entry.tool_call_id,
    entry.hit_rank,
    entry.position AS place
FROM public.ledger_entries AS entry
WHERE entry.run_id = %(run_id)s::bigint AND entry.runtime_agent_id = %(runtime_agent_id)s::bigint
ORDER BY entry.id;
