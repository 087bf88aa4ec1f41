-- Looks at the next messages of an agent and lists those that hold text although the erasure ledger knows them.
WITH batch AS MATERIALIZED (
    SELECT
        event.id,
        event.deleted_at IS NULL OR event.body <> '' AS has_text,
        public.mesh_message_fingerprint(event) AS fingerprint
    FROM public.message_events AS event
    WHERE event.runtime_agent_id = %(runtime_agent_id)s::bigint AND event.id > %(after_id)s::bigint
    ORDER BY event.id
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
