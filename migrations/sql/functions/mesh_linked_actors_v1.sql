-- The other accounts of the person behind an account now: those of a live proof with it, and those of its person
-- records whose proofs are all live. Two proofs that share an account are not a third one.
CREATE FUNCTION public.mesh_linked_actors(of_actor_id bigint)
RETURNS SETOF bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    WITH own AS MATERIALIZED (
        SELECT
            link.person_id,
            link.first_actor_id,
            link.second_actor_id,
            public.mesh_proof_is_live(link.revoked_at, link.expires_at) AS is_live
        FROM public.identity_links AS link
        WHERE link.first_actor_id = of_actor_id OR link.second_actor_id = of_actor_id
    ),

    whole AS MATERIALIZED (
        SELECT link.person_id
        FROM public.identity_links AS link
        WHERE
            link.person_id IN (
                SELECT own.person_id FROM own
                WHERE own.is_live
            )
        GROUP BY link.person_id
        HAVING bool_and(public.mesh_proof_is_live(link.revoked_at, link.expires_at))
    ),

    proved AS (
        SELECT
            own.first_actor_id,
            own.second_actor_id
        FROM own
        WHERE own.is_live
        UNION ALL
        SELECT
            link.first_actor_id,
            link.second_actor_id
        FROM whole
        INNER JOIN public.identity_links AS link ON whole.person_id = link.person_id
    )

    SELECT other.id
    FROM public.actors AS other
    WHERE
        other.id IN (
            SELECT proved.first_actor_id FROM proved
            UNION ALL
            SELECT proved.second_actor_id FROM proved
        )
        AND other.id <> of_actor_id
        AND other.retired_at IS NULL
        AND NOT other.is_agent;
END;
