-- Writes down what became of what was built on erased messages and was not to be erased: kept withheld, released to its
-- old audience, erased with the last thing it was formed from, or untouched because nothing it quotes is gone.
UPDATE public.erasure_items AS item
SET
    state = CASE
        WHEN now.is_gone THEN 'erased'
        WHEN now.is_withheld THEN 'kept'
        WHEN item.choice = 'release' THEN 'released'
        ELSE 'untouched'
    END
FROM (
    SELECT
        known.id,
        coalesce(event.deleted_at, memory.deleted_at) IS NOT NULL
        OR (event.id IS NULL AND memory.id IS NULL) AS is_gone,
        coalesce(evidence.withheld_at, memory.withheld_at) IS NOT NULL
        OR (known.kind = 'message' AND evidence.message_event_id IS NULL) AS is_withheld
    FROM public.erasure_items AS known
    LEFT JOIN public.message_events AS event ON known.kind = 'message' AND known.subject_id = event.id
    LEFT JOIN public.message_source_evidence AS evidence
        ON known.kind = 'message' AND known.subject_id = evidence.message_event_id
    LEFT JOIN public.memories AS memory ON known.kind = 'memory' AND known.subject_id = memory.id
    WHERE known.request_id = %(request_id)s::bigint AND known.choice <> 'erase'
) AS now
WHERE item.id = now.id;
