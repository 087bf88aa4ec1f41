-- Finds the lowest and the highest number of a stream that are still there, up to one.
SELECT
    min(entry.number) AS first,
    max(entry.number) AS last
FROM public.audit_seal_entries AS entry
WHERE entry.stream = %(stream)s::text AND entry.number <= %(up_to)s::bigint;
