-- Updates what is given of a room where it is not older than what is stored: the listing by the age of the stored
-- listing, the rest by that of the stored description. An equal listing only becomes newer.
WITH given AS (
    SELECT
        known.id,
        sent.members,
        sent.as_of,
        coalesce(known.listed_as_of <= sent.as_of, true) AS is_current,
        sent.members IS NOT NULL AND coalesce(known.members_listed_as_of <= sent.as_of, true) AS lists_members,
        (
            coalesce(sent.members <> known.members, sent.members IS NOT NULL)
            AND coalesce(known.members_listed_as_of <= sent.as_of, true)
        ) AS is_newer_listing
    FROM public.conversations AS known
    CROSS JOIN (
        SELECT
            %(members)s::text[] AS members,
            least(%(as_of)s::timestamptz, statement_timestamp()) AS as_of
    ) AS sent
    WHERE known.id = %(conversation_id)s::bigint
)

UPDATE public.conversations AS conversation
SET
    kind = CASE WHEN given.is_current THEN coalesce(%(kind)s::text, conversation.kind) ELSE conversation.kind END,
    name = CASE WHEN given.is_current THEN coalesce(%(name)s::text, conversation.name) ELSE conversation.name END,
    members = CASE WHEN given.is_newer_listing THEN given.members ELSE conversation.members END,
    members_as_of = CASE WHEN given.lists_members THEN given.as_of ELSE conversation.members_as_of END,
    members_listed_as_of = CASE
        WHEN given.lists_members THEN given.as_of
        ELSE conversation.members_listed_as_of
    END,
    listed_as_of = greatest(conversation.listed_as_of, given.as_of),
    flagged_shared = CASE
        WHEN given.is_current THEN coalesce(%(externally_shared)s::boolean, conversation.flagged_shared)
        ELSE conversation.flagged_shared
    END,
    restricted = CASE
        WHEN given.is_current THEN coalesce(%(restricted)s::boolean, conversation.restricted)
        ELSE conversation.restricted
    END
FROM given
WHERE conversation.id = given.id AND (given.is_current OR given.lists_members)
RETURNING conversation.id, conversation.kind;
