-- Keeps a receipt as it was written, with the digest of its bytes.
INSERT INTO public.erasure_receipts (request_id, runtime_agent_id, is_complete, document, sha256)
SELECT
    request.id,
    request.runtime_agent_id,
    %(is_complete)s::boolean,
    %(document)s::text,
    sha256(convert_to(%(document)s::text, 'UTF8')) AS sha256
FROM public.erasure_requests AS request
WHERE request.id = %(request_id)s::bigint
RETURNING id;
