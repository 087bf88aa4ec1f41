-- Deletes the search documents of messages whose text is gone, however they came to be left over.
DELETE FROM public.message_search_documents AS document
WHERE
    document.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND document.message_event_id = any(%(message_ids)s::bigint[])
    AND NOT EXISTS (
        SELECT 1
        FROM public.message_events AS event
        WHERE event.id = document.message_event_id AND (event.deleted_at IS NULL OR event.body <> '')
    );
