-- Records a failed sign-in for each of its sources, and forgets those that are not looked back on any more.
WITH forgotten AS (
    DELETE FROM public.sign_in_failures AS failure
    WHERE failure.failed_at <= %(since)s::timestamptz
)

INSERT INTO public.sign_in_failures (source)
SELECT wanted.source FROM unnest(%(sources)s::bytea[]) AS wanted (source);
