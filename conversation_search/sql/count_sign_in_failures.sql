-- Counts the latest failed sign-ins of each source.
SELECT
    wanted.source,
    (
        SELECT count(*) FROM public.sign_in_failures AS failure
        WHERE failure.source = wanted.source AND failure.failed_at > %(since)s::timestamptz
    ) AS failures
FROM unnest(%(sources)s::bytea[]) AS wanted (source);
