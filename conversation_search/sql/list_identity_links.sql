-- Lists the links of an agent, newest first, from one place of that order on; whose, how long, and whether they count.
SELECT
    link.id AS link_id,
    link.person_id,
    CASE
        WHEN link.revoked_at IS NOT NULL THEN 'revoked'
        WHEN public.mesh_proof_is_live(link.revoked_at, link.expires_at) THEN 'live'
        ELSE 'expired'
    END AS state,
    array_agg(side.namespace ORDER BY side.id) AS namespaces,
    array_agg(side.external_id ORDER BY side.id) AS external_ids,
    link.linked_at,
    link.proved_at,
    link.expires_at,
    link.revoked_at,
    link.revoked_by
FROM public.identity_links AS link
CROSS JOIN
    LATERAL (
        SELECT
            actor.id,
            split_part(actor.external_id, chr(31), 1) AS external_id,
            connector.type || ':' || connector.name AS namespace
        FROM public.actors AS actor
        INNER JOIN public.connectors AS connector ON actor.connector_id = connector.id
        WHERE actor.id IN (link.first_actor_id, link.second_actor_id)
    ) AS side
WHERE
    link.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND (%(link_id)s::bigint IS NULL OR link.id = %(link_id)s::bigint)
    AND (%(after_id)s::bigint IS NULL OR link.id < %(after_id)s::bigint)
    AND (
        %(actor_id)s::bigint IS NULL
        OR %(actor_id)s::bigint IN (link.first_actor_id, link.second_actor_id)
    )
    AND (
        NOT %(live_only)s::boolean
        OR public.mesh_proof_is_live(link.revoked_at, link.expires_at)
    )
GROUP BY link.id
ORDER BY link.id DESC
LIMIT %(limit)s::bigint;
