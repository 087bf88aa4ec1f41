-- Finds the newest checkpoint and the highest number of a stream, as of one moment; 0 where there is none.
SELECT
    coalesce((SELECT max(checkpoint.number) FROM public.audit_checkpoints AS checkpoint), 0) AS checkpoint_number,
    coalesce((
        SELECT max(entry.number) FROM public.audit_seal_entries AS entry
        WHERE entry.stream = %(stream)s::text
    ), 0) AS number;
