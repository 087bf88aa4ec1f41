-- Lists checkpoints below a number, the newest first.
SELECT
    checkpoint.number,
    checkpoint.payload,
    checkpoint.key_id,
    checkpoint.signature
FROM public.audit_checkpoints AS checkpoint
WHERE %(before_number)s::bigint IS NULL OR checkpoint.number < %(before_number)s::bigint
ORDER BY checkpoint.number DESC
LIMIT %(most)s::bigint;
