-- Takes the accounts into a request that are proved to be the same person's now; tells how many are meant.
UPDATE public.erasure_requests AS request
SET
    status = 'gathering',
    actor_ids = ARRAY(
        SELECT DISTINCT linked.id
        FROM unnest(request.actor_ids) AS named (id)
        CROSS JOIN
            LATERAL (
                SELECT named.id
                UNION
                SELECT person.id FROM public.mesh_linked_actors(named.id) AS person (id)
            ) AS linked
        ORDER BY linked.id
    )
WHERE request.id = %(request_id)s::bigint AND request.status = 'waiting' AND request.kind = 'person'
RETURNING request.id;
