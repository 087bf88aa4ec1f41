-- Decides on a request, once, for someone else, and only as it was read: nothing is returned otherwise.
UPDATE public.erasure_requests AS request
SET
    status = CASE WHEN %(is_approved)s::boolean THEN 'approved' ELSE 'refused' END,
    decided_by_kind = %(decided_by_kind)s::text,
    decided_by = %(decided_by)s::bigint,
    decided_by_name = %(decided_by_name)s::text,
    decided_at = statement_timestamp()
WHERE
    request.id = %(request_id)s::bigint
    AND request.status = 'waiting'
    AND (request.asked_by_kind, request.asked_by) <> (%(decided_by_kind)s::text, %(decided_by)s::bigint)
    AND %(version)s::bigint = (
        SELECT max(event.id)
        FROM public.erasure_events AS event
        WHERE event.request_id = request.id AND event.what IN ('asked', 'linked', 'chosen')
    )
RETURNING request.id;
