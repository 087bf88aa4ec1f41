-- Begins or resumes the execution of a request; what its stores held is written down the first time.
UPDATE public.erasure_requests AS request
SET
    status = 'running',
    counted = coalesce(request.counted, %(counted)s::jsonb)
WHERE
    request.id = %(request_id)s::bigint
    AND request.status IN ('approved', 'running', 'erased', 'complete', 'incomplete')
RETURNING request.id;
