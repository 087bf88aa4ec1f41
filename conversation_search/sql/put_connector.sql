-- Makes a connector or replaces its two declarations.
INSERT INTO public.connectors (runtime_agent_id, type, name, joiners_read_history, public)
VALUES (
    %(runtime_agent_id)s::bigint, %(type)s::text, %(name)s::text, %(joiners_read_history)s::boolean,
    %(public)s::boolean
)
ON CONFLICT (runtime_agent_id, type, name) DO UPDATE
    SET joiners_read_history = excluded.joiners_read_history, public = excluded.public
RETURNING id, public;
