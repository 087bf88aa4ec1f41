-- Lists the accounts that are proved to be the person's whom a request means, and whether the request means them too.
SELECT
    linked.id AS actor_id,
    linked.id = any(request.actor_ids) AS is_meant
FROM public.erasure_requests AS request
CROSS JOIN
    LATERAL (
        SELECT named.id FROM unnest(request.actor_ids) AS named (id)
        UNION
        SELECT person.id
        FROM unnest(request.actor_ids) AS named (id)
        CROSS JOIN LATERAL public.mesh_linked_actors(named.id) AS person (id)
    ) AS linked
WHERE request.id = %(request_id)s::bigint
ORDER BY linked.id;
