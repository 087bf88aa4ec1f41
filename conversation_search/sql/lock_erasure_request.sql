-- Holds a request still while a step of it is taken, and tells its state.
SELECT request.status
FROM public.erasure_requests AS request
WHERE request.id = %(request_id)s::bigint
FOR NO KEY UPDATE;
