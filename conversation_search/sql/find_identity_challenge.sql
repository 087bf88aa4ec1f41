-- Finds the challenge of a code that an account may redeem now, and holds it. Nothing tells why another one is not
-- found. Whoever was given it must still be alone with the agent there, and must not have asked for a newer one.
SELECT
    challenge.id,
    challenge.actor_id,
    challenge.person_id
FROM public.identity_challenges AS challenge
WHERE
    challenge.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND challenge.code_hash = %(code_hash)s::bytea
    AND challenge.redeemed_at IS NULL
    AND challenge.issued_at <= %(now)s::timestamptz
    AND challenge.expires_at > %(now)s::timestamptz
    AND challenge.actor_id <> %(actor_id)s::bigint
    AND public.mesh_direct_identity(challenge.run_id) = challenge.actor_id
    AND NOT EXISTS (
        SELECT 1
        FROM public.identity_challenges AS newer
        WHERE newer.actor_id = challenge.actor_id AND newer.id > challenge.id
    )
    AND (
        challenge.person_id IS NULL
        OR (
            SELECT bool_and(public.mesh_proof_is_live(link.revoked_at, link.expires_at))
            FROM public.identity_links AS link
            WHERE link.person_id = challenge.person_id
        )
    )
FOR UPDATE OF challenge;
