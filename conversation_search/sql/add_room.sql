-- Makes a room as it is described; the description is as old as it says, never newer than now.
INSERT INTO public.conversations (
    runtime_agent_id, connector_id, external_thread_id, kind, name, members, members_as_of,
    members_listed_as_of, listed_as_of, kind_as_of, shared_as_of, restricted_as_of, flagged_shared, restricted,
    has_external_participant
)
SELECT
    %(runtime_agent_id)s::bigint,
    %(connector_id)s::bigint,
    %(external_thread_id)s::text,
    %(kind)s::text,
    %(name)s::text,
    listing.members,
    CASE WHEN listing.members IS NOT NULL THEN listing.as_of END AS members_as_of,
    CASE WHEN listing.members IS NOT NULL THEN listing.as_of END AS members_listed_as_of,
    listing.as_of,
    listing.as_of AS kind_as_of,
    CASE WHEN %(externally_shared)s::boolean IS NOT NULL THEN listing.as_of END AS shared_as_of,
    CASE WHEN %(restricted)s::boolean IS NOT NULL THEN listing.as_of END AS restricted_as_of,
    coalesce(%(externally_shared)s::boolean, false) AS flagged_shared,
    coalesce(%(restricted)s::boolean, false) AS restricted,
    -- Kept by triggers from here on: a room that begins with a guest was never without.
    exists(
        SELECT 1
        FROM public.actors AS actor
        WHERE
            actor.connector_id = %(connector_id)s::bigint
            AND actor.is_external
            AND actor.external_id = any(listing.members)
    ) AS has_external_participant
FROM (
    SELECT
        %(members)s::text[] AS members,
        least(%(as_of)s::timestamptz, statement_timestamp()) AS as_of
) AS listing
RETURNING id, kind;
