-- Writes down what a verification found.
UPDATE public.erasure_requests AS request
SET
    status = CASE WHEN %(is_complete)s::boolean THEN 'complete' ELSE 'incomplete' END,
    verified_at = statement_timestamp()
WHERE request.id = %(request_id)s::bigint AND request.status IN ('erased', 'complete', 'incomplete')
RETURNING request.id;
