-- Finds the person record of a live link that an account is one side of.
SELECT link.person_id AS id
FROM public.identity_links AS link
WHERE
    link.id = %(link_id)s::bigint
    AND link.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND %(actor_id)s::bigint IN (link.first_actor_id, link.second_actor_id)
    AND public.mesh_proof_is_live(link.revoked_at, link.expires_at);
