-- Counts the items of a request by what they are, what was chosen and what became of them.
SELECT
    item.kind,
    item.is_target,
    item.choice,
    item.state,
    count(*) AS items
FROM public.erasure_items AS item
WHERE item.request_id = %(request_id)s::bigint
GROUP BY item.kind, item.is_target, item.choice, item.state
ORDER BY item.kind, item.is_target, item.choice, item.state;
