-- Chooses what becomes of what was built on what a request erases: of these items, or of all of them.
UPDATE public.erasure_items AS item
SET
    choice = %(choice)s::text,
    why = %(why)s::text
WHERE
    item.request_id = %(request_id)s::bigint
    AND NOT item.is_target
    AND (%(item_ids)s::bigint[] IS NULL OR item.id = any(%(item_ids)s::bigint[]))
RETURNING item.id;
