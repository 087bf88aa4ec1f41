-- Moves a request from one state to the next; nothing is returned when it is not in that state any more.
UPDATE public.erasure_requests AS request
SET status = %(becomes)s::text
WHERE request.id = %(request_id)s::bigint AND request.status = %(was)s::text
RETURNING request.id;
