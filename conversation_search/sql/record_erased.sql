-- Writes into the erasure ledger by what each erased item can be known when it comes again: its own fingerprint, and
-- those of the ids under which it was posted. Without items, those that went with what they were built on.
INSERT INTO public.erasure_ledger (runtime_agent_id, fingerprint, request_reference)
SELECT DISTINCT
    request.runtime_agent_id,
    known.fingerprint,
    request.reference
FROM public.erasure_items AS item
INNER JOIN public.erasure_requests AS request ON item.request_id = request.id
CROSS JOIN
    LATERAL (
        SELECT public.mesh_message_fingerprint(event) AS fingerprint
        FROM public.message_events AS event
        WHERE item.kind = 'message' AND event.id = item.subject_id
        UNION ALL
        SELECT public.mesh_posted_fingerprint(delivered.conversation_id, delivered.external_message_id) AS fingerprint
        FROM public.delivered_messages AS delivered
        WHERE item.kind = 'message' AND delivered.message_event_id = item.subject_id
        UNION ALL
        SELECT
            public.mesh_row_fingerprint(memory.runtime_agent_id, 'memory', memory.id, memory.remembered_at)
                AS fingerprint
        FROM public.memories AS memory
        WHERE item.kind = 'memory' AND memory.id = item.subject_id
    ) AS known
WHERE
    item.request_id = %(request_id)s::bigint
    AND item.state = 'erased'
    AND (item.id = any(%(item_ids)s::bigint[]) OR (%(item_ids)s::bigint[] IS NULL AND item.choice <> 'erase'))
ON CONFLICT (runtime_agent_id, fingerprint) DO NOTHING;
