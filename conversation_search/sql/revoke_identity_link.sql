-- Revokes a link for good; by a side only where the account is one of its two. Again is the same as once.
UPDATE public.identity_links AS link
SET
    revoked_at = coalesce(link.revoked_at, %(now)s::timestamptz),
    revoked_by = coalesce(link.revoked_by, %(revoked_by)s::text)
WHERE
    link.id = %(link_id)s::bigint
    AND link.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND (
        %(actor_id)s::bigint IS NULL
        OR %(actor_id)s::bigint IN (link.first_actor_id, link.second_actor_id)
    )
RETURNING link.id;
