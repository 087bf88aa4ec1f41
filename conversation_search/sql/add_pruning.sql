-- Stores one signed pruning.
INSERT INTO public.audit_prunings (
    stream, first_number, last_number, checkpoint_id, key_id, payload, signature
)
VALUES (
    %(stream)s::text,
    %(first)s::bigint,
    %(last)s::bigint,
    %(checkpoint)s::bigint,
    %(key_id)s::text,
    %(payload)s::text,
    %(signature)s::bytea
);
