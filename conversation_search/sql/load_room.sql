-- Loads a room as it is now.
SELECT
    conversation.id,
    conversation.kind,
    conversation.name,
    conversation.members,
    conversation.members_as_of,
    conversation.flagged_shared OR conversation.has_external_participant AS externally_shared,
    conversation.restricted
FROM public.conversations AS conversation
WHERE conversation.id = %(conversation_id)s::bigint;
