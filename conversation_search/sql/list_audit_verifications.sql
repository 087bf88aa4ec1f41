-- Lists verifications, the newest first.
SELECT
    verification.id,
    verification.verified_at,
    verification.duration_ms,
    verification.last_checkpoint,
    verification.rows,
    verification.pruned_rows,
    verification.with_file,
    verification.is_sound,
    verification.finding
FROM public.audit_verifications AS verification
ORDER BY verification.id DESC
LIMIT %(most)s::bigint;
