-- Keeps the description of a room as it is until the transaction ends.
SELECT conversation.id
FROM public.conversations AS conversation
WHERE conversation.id = %(conversation_id)s::bigint
FOR SHARE;
