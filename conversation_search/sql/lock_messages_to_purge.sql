-- Holds messages still until the transaction ends, in the order of their ids, against edits and what is built on them.
SELECT event.id
FROM public.message_events AS event
WHERE event.id = any(%(message_ids)s::bigint[])
ORDER BY event.id
FOR NO KEY UPDATE;
