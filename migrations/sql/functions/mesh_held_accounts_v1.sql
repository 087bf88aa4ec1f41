-- The accounts whose text a hold on a person holds: the one it names, and every one that was ever proved to be the same
-- person's. A proof that ended still counts: what a hold protects never shrinks.
CREATE FUNCTION public.mesh_held_accounts(of_actor_id bigint)
RETURNS SETOF bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT of_actor_id
    UNION
    SELECT account.id
    FROM public.identity_links AS own
    INNER JOIN public.identity_links AS link ON own.person_id = link.person_id
    CROSS JOIN LATERAL (VALUES (link.first_actor_id), (link.second_actor_id)) AS account (id)
    WHERE own.first_actor_id = of_actor_id OR own.second_actor_id = of_actor_id;
END;
