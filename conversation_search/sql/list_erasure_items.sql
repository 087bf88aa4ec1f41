-- Lists what was built on what a request erases, with the audience it was given, the choice, and what became of it.
SELECT
    item.id AS item_id,
    item.kind,
    item.subject_id,
    item.choice,
    item.why,
    item.state,
    coalesce(event.sent_at, memory.remembered_at) AS made_at,
    coalesce(evidence.withheld_at, memory.withheld_at) IS NOT NULL AS is_withheld,
    coalesce(event.deleted_at, memory.deleted_at) IS NOT NULL AS is_gone,
    audience.visibility,
    audience.kind AS audience_kind,
    cardinality(audience.readers) AS reader_count,
    audience.conversation_id
FROM public.erasure_items AS item
LEFT JOIN public.message_events AS event ON item.kind = 'message' AND item.subject_id = event.id
LEFT JOIN public.message_source_evidence AS evidence
    ON item.kind = 'message' AND item.subject_id = evidence.message_event_id
LEFT JOIN public.memories AS memory ON item.kind = 'memory' AND item.subject_id = memory.id
LEFT JOIN public.audiences AS audience ON coalesce(evidence.audience_id, memory.audience_id) = audience.id
WHERE
    item.request_id = %(request_id)s::bigint
    AND NOT item.is_target
    AND item.id > %(after_id)s::bigint
    AND (%(choice)s::text IS NULL OR item.choice = %(choice)s::text)
ORDER BY item.id
LIMIT %(limit)s::bigint;
