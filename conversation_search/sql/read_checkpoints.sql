-- Reads the next checkpoints after a number.
SELECT
    checkpoint.number,
    checkpoint.payload,
    checkpoint.key_id,
    checkpoint.signature
FROM public.audit_checkpoints AS checkpoint
WHERE checkpoint.number > %(after_number)s::bigint
ORDER BY checkpoint.number
LIMIT %(most)s::bigint;
