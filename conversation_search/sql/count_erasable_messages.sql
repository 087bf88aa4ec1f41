-- Counts the messages of a request that still hold their text, those that were meant or those that were built on them.
SELECT
    count(*) AS found,
    count(*) FILTER (WHERE public.mesh_must_keep(event.id)) AS held
FROM public.erasure_items AS item
INNER JOIN public.message_events AS event ON item.subject_id = event.id
WHERE
    item.request_id = %(request_id)s::bigint
    AND (%(item_ids)s::bigint[] IS NULL OR item.id = any(%(item_ids)s::bigint[]))
    AND item.kind = 'message'
    AND item.choice = 'erase'
    AND item.is_target = %(is_target)s::boolean
    AND (event.deleted_at IS NULL OR event.body <> '');
