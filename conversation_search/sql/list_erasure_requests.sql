-- Lists requests to erase, newest first: of one agent or all, one of them, in one state, or before a place in the list.
SELECT
    request.id AS request_id,
    request.runtime_agent_id AS agent_id,
    request.reference::text AS reference,
    request.kind,
    request.message_id,
    request.conversation_id,
    request.actor_ids,
    request.sent_after,
    request.sent_before,
    request.upto_message_id,
    request.reason,
    request.asked_by_kind,
    request.asked_by,
    request.asked_by_name,
    request.asked_at,
    request.decided_by_kind,
    request.decided_by,
    request.decided_by_name,
    request.decided_at,
    request.status,
    request.counted,
    request.deleted,
    request.erased_at,
    request.erased_in,
    request.verified_at,
    (
        SELECT max(event.id)
        FROM public.erasure_events AS event
        WHERE event.request_id = request.id AND event.what IN ('asked', 'linked', 'chosen')
    ) AS version
FROM public.erasure_requests AS request
WHERE
    (%(agent_id)s::bigint IS NULL OR request.runtime_agent_id = %(agent_id)s::bigint)
    AND (%(request_id)s::bigint IS NULL OR request.id = %(request_id)s::bigint)
    AND (%(statuses)s::text[] IS NULL OR request.status = any(%(statuses)s::text[]))
    AND (%(before_id)s::bigint IS NULL OR request.id < %(before_id)s::bigint)
    AND (%(verified_before)s::timestamptz IS NULL OR request.verified_at < %(verified_before)s::timestamptz)
ORDER BY request.id DESC
LIMIT %(limit)s::bigint;
