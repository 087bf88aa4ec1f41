-- Lists what one tool call put on the ledger of its run, in the order in which it was shown.
SELECT
    entry.message_event_id,
    entry.source,
    entry.hit_rank,
    entry.position AS place,
    entry.revision
FROM public.ledger_entries AS entry
WHERE entry.run_id = %(run_id)s::bigint AND entry.tool_call_id = %(tool_call_id)s::bigint
ORDER BY entry.hit_rank, entry.source, entry.position;
