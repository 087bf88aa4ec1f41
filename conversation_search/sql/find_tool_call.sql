-- Finds the first call of a run with this key, with the audit row of its search.
SELECT
    call.id AS tool_call_id,
    call.request_digest,
    event.id AS search_id,
    event.status,
    event.selected
FROM public.tool_calls AS call
INNER JOIN public.conversation_search_events AS event ON call.id = event.tool_call_id AND event.replay_of_id IS NULL
WHERE call.run_id = %(run_id)s::bigint AND call.idempotency_key = %(idempotency_key)s::text;
