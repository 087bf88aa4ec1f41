-- Holds messages still while their documents are built: the lock of an edit, taken in id order.
SELECT event.id
FROM public.message_events AS event
WHERE event.id = any(%(message_ids)s::bigint[])
ORDER BY event.id
FOR NO KEY UPDATE;
