-- Looks at the next memories of an agent and lists those that hold text although the erasure ledger knows them.
WITH batch AS MATERIALIZED (
    SELECT
        memory.id,
        memory.deleted_at IS NULL OR memory.body <> '' AS has_text,
        public.mesh_row_fingerprint(memory.runtime_agent_id, 'memory', memory.id, memory.remembered_at) AS fingerprint
    FROM public.memories AS memory
    WHERE memory.runtime_agent_id = %(runtime_agent_id)s::bigint AND memory.id > %(after_id)s::bigint
    ORDER BY memory.id
    LIMIT %(batch)s::bigint
)

SELECT
    (SELECT max(batch.id) FROM batch) AS last_id,
    ARRAY(
        SELECT batch.id
        FROM batch
        INNER JOIN public.erasure_ledger AS entry
            ON entry.runtime_agent_id = %(runtime_agent_id)s::bigint AND batch.fingerprint = entry.fingerprint
        WHERE batch.has_text
        ORDER BY batch.id
    ) AS ids;
