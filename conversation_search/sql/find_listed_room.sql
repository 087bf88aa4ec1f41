-- Finds a room of a connector by its platform's id, and whether this is the listing that it already has.
SELECT
    conversation.id,
    conversation.kind,
    coalesce(conversation.members = %(members)s::text[], false) AS is_same_listing
FROM public.conversations AS conversation
WHERE
    conversation.connector_id = %(connector_id)s::bigint
    AND conversation.external_thread_id = %(external_thread_id)s::text;
