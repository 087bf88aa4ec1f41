-- Finds a room of a connector by its platform's id.
SELECT
    conversation.id,
    conversation.kind
FROM public.conversations AS conversation
WHERE
    conversation.connector_id = %(connector_id)s::bigint
    AND conversation.external_thread_id = %(external_thread_id)s::text;
