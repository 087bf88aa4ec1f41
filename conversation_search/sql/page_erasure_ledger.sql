-- Lists the next entries of the erasure ledger, so that they can be kept outside the database.
SELECT
    entry.id AS entry_id,
    agent.slug,
    encode(entry.fingerprint, 'hex') AS fingerprint,
    entry.request_reference::text AS request_reference,
    entry.erased_at
FROM public.erasure_ledger AS entry
INNER JOIN public.runtime_agents AS agent ON entry.runtime_agent_id = agent.id
WHERE entry.id > %(after_id)s::bigint
ORDER BY entry.id
LIMIT %(batch)s::bigint;
