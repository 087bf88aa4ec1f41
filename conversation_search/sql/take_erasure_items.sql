-- Takes the next items of a request that are to be erased, and holds them.
SELECT
    item.id,
    item.kind,
    item.subject_id,
    item.is_target
FROM public.erasure_items AS item
WHERE item.request_id = %(request_id)s::bigint AND item.state = 'pending' AND item.choice = 'erase'
ORDER BY item.id
LIMIT %(batch)s::bigint
FOR NO KEY UPDATE;
