-- Makes a connector with the defaults, unless somebody else just did.
INSERT INTO public.connectors (runtime_agent_id, type, name)
VALUES (%(runtime_agent_id)s::bigint, %(type)s::text, %(name)s::text)
ON CONFLICT (runtime_agent_id, type, name) DO NOTHING;
