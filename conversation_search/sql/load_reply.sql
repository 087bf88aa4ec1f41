-- Loads a reply's lineage as it was stored, and whether the reply was deleted or withheld since; no text.
SELECT
    event.id AS message_event_id,
    event.sent_at,
    event.deleted_at,
    evidence.withheld_at,
    evidence.audience_id IS NOT NULL AS has_evidence,
    provenance.answered_message_id,
    provenance.history_message_ids
FROM public.message_events AS event
INNER JOIN public.memory_provenance AS provenance ON event.id = provenance.message_event_id
LEFT JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
WHERE
    event.id = %(message_event_id)s::bigint
    AND event.runtime_agent_id = %(runtime_agent_id)s::bigint;
