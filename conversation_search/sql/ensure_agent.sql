-- Finds an agent by its slug, or makes it; two callers at once get the same one.
INSERT INTO public.runtime_agents AS agent (slug, public_id_key, digest_salt)
VALUES (%(slug)s::text, %(public_id_key)s::bytea, %(digest_salt)s::bytea)
ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug
RETURNING agent.id, agent.public_id_key = %(public_id_key)s::bytea AS created;
