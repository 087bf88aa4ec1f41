-- Lets the items of a request that are not gone be tried again: a hold may be released, a backup may be restored.
UPDATE public.erasure_items AS item
SET state = 'pending'
WHERE
    item.request_id = %(request_id)s::bigint
    AND item.choice = 'erase'
    AND (
        item.state = 'held'
        OR (
            item.state = 'erased'
            AND (
                EXISTS (
                    SELECT 1
                    FROM public.message_events AS event
                    WHERE
                        item.kind = 'message'
                        AND event.id = item.subject_id
                        AND (event.deleted_at IS NULL OR event.body <> '')
                )
                OR EXISTS (
                    SELECT 1
                    FROM public.message_search_documents AS document
                    WHERE
                        item.kind = 'message'
                        AND document.runtime_agent_id = item.runtime_agent_id
                        AND document.message_event_id = item.subject_id
                )
                OR EXISTS (
                    SELECT 1
                    FROM public.search_vocabulary AS vocabulary
                    WHERE item.kind = 'message' AND vocabulary.message_event_id = item.subject_id
                )
                OR EXISTS (
                    SELECT 1
                    FROM public.memories AS memory
                    WHERE
                        item.kind = 'memory'
                        AND memory.id = item.subject_id
                        AND (memory.deleted_at IS NULL OR memory.body <> '')
                )
            )
        )
    );
