-- Links two accounts, or renews the proof that links them. A new link is of the person given, or of a new one.
WITH pair AS (
    SELECT
        least(%(actor_id)s::bigint, %(other_actor_id)s::bigint) AS first_actor_id,
        greatest(%(actor_id)s::bigint, %(other_actor_id)s::bigint) AS second_actor_id
),

known AS MATERIALIZED (
    SELECT link.person_id
    FROM pair
    INNER JOIN public.identity_links AS link
        ON
            pair.first_actor_id = link.first_actor_id
            AND pair.second_actor_id = link.second_actor_id
            AND link.revoked_at IS NULL
),

person AS (
    INSERT INTO public.persons (runtime_agent_id)
    SELECT %(runtime_agent_id)s::bigint
    WHERE %(person_id)s::bigint IS NULL AND NOT EXISTS (SELECT 1 FROM known)
    RETURNING id
)

INSERT INTO public.identity_links AS link (
    runtime_agent_id, person_id, first_actor_id, second_actor_id, linked_at, proved_at, expires_at
)
SELECT
    %(runtime_agent_id)s::bigint,
    coalesce((SELECT known.person_id FROM known), %(person_id)s::bigint, (SELECT person.id FROM person))
        AS person_id,
    pair.first_actor_id,
    pair.second_actor_id,
    %(now)s::timestamptz,
    %(now)s::timestamptz,
    %(expires_at)s::timestamptz
FROM pair
ON CONFLICT (first_actor_id, second_actor_id) WHERE revoked_at IS NULL DO UPDATE
    SET
        proved_at = greatest(link.proved_at, excluded.proved_at),
        expires_at = greatest(link.expires_at, excluded.expires_at)
RETURNING link.id;
