-- Writes down what became of items that were to be erased: erased, or held back.
UPDATE public.erasure_items AS item
SET
    state = CASE
        WHEN
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
                FROM public.memories AS memory
                WHERE
                    item.kind = 'memory'
                    AND memory.id = item.subject_id
                    AND (memory.deleted_at IS NULL OR memory.body <> '')
            )
            THEN 'held'
        ELSE 'erased'
    END
WHERE item.id = any(%(item_ids)s::bigint[]);
