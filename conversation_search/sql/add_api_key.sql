-- Stores the hash of a new API key of an agent.
INSERT INTO public.api_keys (runtime_agent_id, prefix, key_hash, scopes)
VALUES (%(runtime_agent_id)s::bigint, %(prefix)s::text, %(key_hash)s::bytea, %(scopes)s::text[])
RETURNING id;
