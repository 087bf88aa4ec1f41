-- Records one call of a tool: whose, which, and a keyed digest of what it was asked.
INSERT INTO public.tool_calls (runtime_agent_id, run_id, tool, idempotency_key, request_digest)
VALUES (
    %(runtime_agent_id)s::bigint,
    %(run_id)s::bigint,
    'search_history',
    %(idempotency_key)s::text,
    %(request_digest)s::bytea
)
RETURNING id;
