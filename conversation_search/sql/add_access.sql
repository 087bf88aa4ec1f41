-- Writes down one look of an operator: who looked, at what, by which ids.
INSERT INTO public.access_log (runtime_agent_id, who_kind, who, action, filters, ids)
VALUES (
    %(runtime_agent_id)s::bigint,
    %(who_kind)s::text,
    %(who)s::text,
    %(action)s::text,
    %(filters)s::jsonb,
    %(ids)s::jsonb
)
RETURNING id;
