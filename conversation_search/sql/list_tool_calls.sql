-- Lists the tool calls of a run in their order.
SELECT
    call.id AS tool_call_id,
    call.tool,
    call.idempotency_key,
    call.called_at
FROM public.tool_calls AS call
WHERE call.run_id = %(run_id)s::bigint AND call.runtime_agent_id = %(runtime_agent_id)s::bigint
ORDER BY call.id;
