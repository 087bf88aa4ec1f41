-- Finds the number of a row in a stream.
SELECT entry.number
FROM public.audit_seal_entries AS entry
WHERE entry.stream = %(stream)s::text AND entry.row_id = %(row_id)s::bigint;
