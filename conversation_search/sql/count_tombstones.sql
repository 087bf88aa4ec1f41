-- Counts the tombstones of a request that are left, because something is built on them still.
SELECT count(*) AS tombstones
FROM public.erasure_items AS item
WHERE
    item.request_id = %(request_id)s::bigint
    AND item.state = 'erased'
    AND (
        EXISTS (
            SELECT 1
            FROM public.message_events AS event
            WHERE item.kind = 'message' AND event.id = item.subject_id
        )
        OR EXISTS (
            SELECT 1
            FROM public.memories AS memory
            WHERE item.kind = 'memory' AND memory.id = item.subject_id
        )
    );
