-- Records that a verification came to its end, and what it found.
INSERT INTO public.audit_verifications (
    duration_ms, last_checkpoint, rows, pruned_rows, with_file, is_sound, finding
)
VALUES (
    %(duration_ms)s::double precision,
    %(last_checkpoint)s::bigint,
    %(rows)s::bigint,
    %(pruned_rows)s::bigint,
    %(with_file)s::boolean,
    %(is_sound)s::boolean,
    %(finding)s::jsonb
)
RETURNING id;
