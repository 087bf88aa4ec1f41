-- Gives memories back to their old audience, where their release was approved and nothing else that they quote is gone.
UPDATE public.memories AS memory
SET withheld_at = NULL
FROM public.erasure_items AS item
WHERE
    item.request_id = %(request_id)s::bigint
    AND item.kind = 'memory'
    AND item.choice = 'release'
    AND memory.id = item.subject_id
    AND memory.withheld_at IS NOT NULL
    AND memory.deleted_at IS NULL
    AND public.mesh_may_release('memory', item.subject_id);
