-- Ends the execution of a request, in a transaction whose number the receipt names.
UPDATE public.erasure_requests AS request
SET
    status = 'erased',
    erased_at = statement_timestamp(),
    erased_in = pg_current_xact_id()::text
WHERE request.id = %(request_id)s::bigint AND request.status = 'running'
RETURNING request.id;
