-- Counts the memories that a request erases and that still hold their text.
SELECT
    count(*) AS found,
    count(*) FILTER (WHERE public.mesh_memory_is_held(memory.id)) AS held
FROM public.erasure_items AS item
INNER JOIN public.memories AS memory ON item.subject_id = memory.id
WHERE
    item.request_id = %(request_id)s::bigint
    AND (%(item_ids)s::bigint[] IS NULL OR item.id = any(%(item_ids)s::bigint[]))
    AND item.kind = 'memory'
    AND item.choice = 'erase'
    AND (memory.deleted_at IS NULL OR memory.body <> '');
