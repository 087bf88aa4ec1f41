-- What is stored under these ids of a room: messages that came in, and replies of the agent that were posted there.
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
ORDER BY is_reply;
