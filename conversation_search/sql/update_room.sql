-- Updates what is given of a room where nothing newer was said of that very thing. What was never said yet counts
-- however old it is where it narrows. An equal listing only becomes newer.
WITH given AS (
    SELECT
        known.id,
        sent.as_of,
        coalesce(known.listed_as_of <= sent.as_of, true) AS is_current,
        sent.kind IS NOT NULL AND coalesce(
            known.kind_as_of <= sent.as_of,
            (known.kind = 'public_channel' AND sent.kind <> 'public_channel')
            OR coalesce(known.listed_as_of <= sent.as_of, true)
        ) AS says_kind,
        sent.shared IS NOT NULL AND coalesce(
            known.shared_as_of <= sent.as_of, sent.shared OR coalesce(known.listed_as_of <= sent.as_of, true)
        ) AS says_shared,
        sent.restricted IS NOT NULL AND coalesce(
            known.restricted_as_of <= sent.as_of, sent.restricted OR coalesce(known.listed_as_of <= sent.as_of, true)
        ) AS says_restricted,
        sent.members IS NOT NULL AND coalesce(known.members_listed_as_of <= sent.as_of, true) AS lists_members
    FROM public.conversations AS known
    CROSS JOIN (
        SELECT
            %(kind)s::text AS kind,
            %(externally_shared)s::boolean AS shared,
            %(restricted)s::boolean AS restricted,
            %(members)s::text[] AS members,
            least(%(as_of)s::timestamptz, statement_timestamp()) AS as_of
    ) AS sent
    WHERE known.id = %(conversation_id)s::bigint
)

UPDATE public.conversations AS conversation
SET
    kind = CASE WHEN given.says_kind THEN %(kind)s::text ELSE conversation.kind END,
    kind_as_of = CASE WHEN given.says_kind THEN given.as_of ELSE conversation.kind_as_of END,
    name = CASE WHEN given.is_current THEN coalesce(%(name)s::text, conversation.name) ELSE conversation.name END,
    members = CASE
        WHEN given.lists_members AND %(members)s::text[] IS DISTINCT FROM conversation.members THEN %(members)s::text[]
        ELSE conversation.members
    END,
    members_as_of = CASE WHEN given.lists_members THEN given.as_of ELSE conversation.members_as_of END,
    members_listed_as_of = CASE
        WHEN given.lists_members THEN given.as_of
        ELSE conversation.members_listed_as_of
    END,
    listed_as_of = greatest(conversation.listed_as_of, given.as_of),
    flagged_shared = CASE
        WHEN given.says_shared THEN %(externally_shared)s::boolean
        ELSE conversation.flagged_shared
    END,
    shared_as_of = CASE WHEN given.says_shared THEN given.as_of ELSE conversation.shared_as_of END,
    restricted = CASE WHEN given.says_restricted THEN %(restricted)s::boolean ELSE conversation.restricted END,
    restricted_as_of = CASE WHEN given.says_restricted THEN given.as_of ELSE conversation.restricted_as_of END
FROM given
WHERE
    conversation.id = given.id
    AND (
        given.is_current OR given.lists_members OR given.says_kind OR given.says_shared OR given.says_restricted
    )
RETURNING conversation.id, conversation.kind;
