-- Adds what one batch took out of each store.
UPDATE public.erasure_requests AS request
SET
    deleted = (
        SELECT jsonb_object_agg(store.name, store.rows)
        FROM (
            SELECT
                part.key AS name,
                sum(part.value::bigint) AS rows
            FROM (
                SELECT * FROM jsonb_each_text(request.deleted)
                UNION ALL
                SELECT * FROM jsonb_each_text(%(deleted)s::jsonb)
            ) AS part
            GROUP BY part.key
        ) AS store
    )
WHERE request.id = %(request_id)s::bigint;
