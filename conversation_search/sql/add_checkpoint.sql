-- Stores one signed checkpoint.
INSERT INTO public.audit_checkpoints (number, made_at, key_id, payload, signature)
VALUES (
    %(number)s::bigint, %(made_at)s::timestamptz, %(key_id)s::text, %(payload)s::text, %(signature)s::bytea
);
