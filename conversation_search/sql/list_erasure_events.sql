-- Lists the steps of a request, oldest first.
SELECT
    event.id AS event_id,
    event.happened_at,
    event.what,
    event.who_kind,
    event.who,
    event.details
FROM public.erasure_events AS event
WHERE event.request_id = %(request_id)s::bigint
ORDER BY event.id
LIMIT %(limit)s::bigint;
