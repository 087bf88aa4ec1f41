-- Writes down one step of a request.
INSERT INTO public.erasure_events (request_id, runtime_agent_id, what, who_kind, who, details)
SELECT
    request.id,
    request.runtime_agent_id,
    %(what)s::text,
    %(who_kind)s::text,
    %(who)s::text,
    %(details)s::jsonb
FROM public.erasure_requests AS request
WHERE request.id = %(request_id)s::bigint
RETURNING id;
