-- Gives replies back to their old audience, where their release was approved and nothing else that they quote is gone.
UPDATE public.message_source_evidence AS evidence
SET withheld_at = NULL
FROM public.erasure_items AS item
WHERE
    item.request_id = %(request_id)s::bigint
    AND item.kind = 'message'
    AND item.choice = 'release'
    AND evidence.message_event_id = item.subject_id
    AND evidence.withheld_at IS NOT NULL
    AND public.mesh_may_release('message', item.subject_id);
