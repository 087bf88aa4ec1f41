-- Finds the checkpoint that sealed a number of a stream: the first up to which so many were sealed, by halving.
WITH RECURSIVE half (low, high) AS (
    SELECT
        min(checkpoint.number) AS low,
        max(checkpoint.number) AS high
    FROM public.audit_checkpoints AS checkpoint
    UNION ALL
    SELECT
        CASE WHEN middle.is_enough THEN half.low ELSE middle.number + 1 END AS low,
        CASE WHEN middle.is_enough THEN middle.number ELSE half.high END AS high
    FROM half
    INNER JOIN LATERAL (
        SELECT
            checkpoint.number,
            coalesce(
                (checkpoint.payload::jsonb #>> ARRAY['streams', %(stream)s::text, 'sealed'])::bigint
                >= %(number)s::bigint,
                false
            ) AS is_enough
        FROM public.audit_checkpoints AS checkpoint
        WHERE checkpoint.number = (half.low + half.high) / 2
    ) AS middle ON half.low < half.high
)

SELECT
    checkpoint.number,
    checkpoint.payload,
    checkpoint.key_id,
    checkpoint.signature
FROM half
INNER JOIN public.audit_checkpoints AS checkpoint ON half.low = checkpoint.number
WHERE
    half.low = half.high
    AND (checkpoint.payload::jsonb #>> ARRAY['streams', %(stream)s::text, 'sealed'])::bigint >= %(number)s::bigint;
