-- Loads what is known of one message besides its text: where and when, its evidence, how it may be disclosed.
SELECT
    event.id AS message_id,
    event.conversation_id,
    connector.type || ':' || connector.name AS namespace,
    conversation.kind,
    CASE WHEN conversation.kind = 'public_channel' THEN conversation.name END AS public_name,
    event.actor_id,
    actor.is_agent AS is_by_agent,
    event.sent_at,
    event.received_at,
    event.edited_at,
    event.deleted_at,
    event.revision,
    to_jsonb(audience) - 'fingerprint' AS audience,
    evidence.recorded_at,
    evidence.withheld_at,
    evidence.class_id IS NOT NULL AS has_known_lineage,
    coalesce(cardinality(class.audience_ids), 0) AS audiences_behind,
    provenance.message_event_id IS NOT NULL AS is_reply,
    coalesce(cardinality(provenance.history_message_ids), 0) AS sources
FROM public.message_events AS event
INNER JOIN public.conversations AS conversation ON event.conversation_id = conversation.id
INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
INNER JOIN public.actors AS actor ON event.actor_id = actor.id
LEFT JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
LEFT JOIN public.audiences AS audience ON evidence.audience_id = audience.id
LEFT JOIN public.disclosure_classes AS class ON evidence.class_id = class.id
LEFT JOIN public.memory_provenance AS provenance ON event.id = provenance.message_event_id
WHERE event.id = %(message_id)s::bigint AND event.runtime_agent_id = %(agent_id)s::bigint;
