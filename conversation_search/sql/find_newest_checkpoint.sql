-- Finds the newest checkpoint, the time, and whether this key signed before another key did: then it may sign no more.
SELECT
    newest.number,
    newest.payload,
    newest.key_id,
    newest.signature,
    statement_timestamp() AS now,
    newest.key_id <> %(key_id)s::text AND EXISTS (
        SELECT 1 FROM public.audit_checkpoints AS earlier
        WHERE earlier.key_id = %(key_id)s::text
    ) AS is_superseded
FROM (
    SELECT
        checkpoint.number,
        checkpoint.payload,
        checkpoint.key_id,
        checkpoint.signature
    FROM public.audit_checkpoints AS checkpoint
    ORDER BY checkpoint.number DESC
    LIMIT 1
) AS newest;
