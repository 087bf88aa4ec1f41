-- Lets what was built on the items of a request be looked for again: something may have been built on them meanwhile.
UPDATE public.erasure_items AS item
SET is_gathered = false
WHERE item.request_id = %(request_id)s::bigint AND item.choice = 'erase' AND item.is_gathered;
