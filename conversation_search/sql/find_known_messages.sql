-- What is stored under these ids of a room: messages that came in, and replies of the agent that were posted there; and
-- what was erased for good, of which no row is left.
SELECT
    delivered.external_message_id,
    reply.id,
    reply.actor_id,
    reply.sent_at,
    reply.edited_at,
    reply.deleted_at IS NOT NULL AS is_deleted,
    evidence.message_event_id IS NOT NULL AS has_evidence,
    true AS is_reply
FROM public.delivered_messages AS delivered
INNER JOIN public.message_events AS reply ON delivered.message_event_id = reply.id
LEFT JOIN public.message_source_evidence AS evidence ON reply.id = evidence.message_event_id
WHERE
    delivered.conversation_id = %(conversation_id)s::bigint
    AND delivered.external_message_id = any(%(external_message_ids)s::text[])
UNION ALL
SELECT
    event.external_message_id,
    event.id,
    event.actor_id,
    event.sent_at,
    event.edited_at,
    event.deleted_at IS NOT NULL AS is_deleted,
    evidence.message_event_id IS NOT NULL AS has_evidence,
    false AS is_reply
FROM public.message_events AS event
LEFT JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
WHERE
    event.conversation_id = %(conversation_id)s::bigint
    AND event.external_message_id = any(%(external_message_ids)s::text[])
UNION ALL
SELECT
    wanted.external_message_id,
    0 AS id,
    0 AS actor_id,
    'epoch'::timestamptz AS sent_at,
    NULL AS edited_at,
    true AS is_deleted,
    false AS has_evidence,
    false AS is_reply
FROM unnest(%(external_message_ids)s::text[]) AS wanted (external_message_id)
WHERE
    -- Asked once: an agent of which nothing was erased pays for no fingerprint.
    EXISTS (
        SELECT 1
        FROM public.conversations AS conversation
        INNER JOIN public.erasure_ledger AS entry ON conversation.runtime_agent_id = entry.runtime_agent_id
        WHERE conversation.id = %(conversation_id)s::bigint
    )
    AND public.mesh_was_erased(%(conversation_id)s::bigint, wanted.external_message_id)
    AND NOT EXISTS (
        SELECT 1
        FROM public.message_events AS event
        WHERE
            event.conversation_id = %(conversation_id)s::bigint
            AND event.external_message_id = wanted.external_message_id COLLATE "C"
    )
ORDER BY is_reply;
