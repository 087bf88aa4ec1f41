-- Counts the distinct messages that a run has been shown.
SELECT count(*)::integer AS entries
FROM public.ledger_entries AS entry
WHERE entry.run_id = %(run_id)s::bigint;
