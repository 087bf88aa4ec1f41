-- Deletes the words of the vocabulary whose witness is a message without text, however they came to be left over.
DELETE FROM public.search_vocabulary AS vocabulary
WHERE
    vocabulary.message_event_id = any(%(message_ids)s::bigint[])
    AND NOT EXISTS (
        SELECT 1
        FROM public.message_events AS event
        WHERE event.id = vocabulary.message_event_id AND (event.deleted_at IS NULL OR event.body <> '')
    );
