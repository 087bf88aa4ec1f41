-- Takes entries into the erasure ledger that a restored database does not know; those of agents it does not have are
-- not taken. Tells how many were new.
INSERT INTO public.erasure_ledger (runtime_agent_id, fingerprint, request_reference, erased_at)
SELECT
    agent.id,
    decode(kept.fingerprint, 'hex') AS fingerprint,
    kept.request_reference::uuid,
    kept.erased_at::timestamptz
FROM
    unnest(
        %(slugs)s::text[], %(fingerprints)s::text[], %(request_references)s::text[], %(erased_at)s::text[]
    ) AS kept (slug, fingerprint, request_reference, erased_at)
INNER JOIN public.runtime_agents AS agent ON kept.slug = agent.slug
ON CONFLICT (runtime_agent_id, fingerprint) DO NOTHING
RETURNING id;
