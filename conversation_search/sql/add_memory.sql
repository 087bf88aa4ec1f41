-- Stores a memory with its evidence and its lineage.
INSERT INTO public.memories (
    runtime_agent_id, run_id, conversation_id, body, remembered_at, answered_message_id, history_message_ids,
    memory_ids, tool_result_ids, audience_id, class_id
)
VALUES (
    %(runtime_agent_id)s::bigint,
    %(run_id)s::bigint,
    %(conversation_id)s::bigint,
    %(body)s::text,
    %(remembered_at)s::timestamptz,
    %(answered_message_id)s::bigint,
    %(history_message_ids)s::bigint[],
    %(memory_ids)s::bigint[],
    %(tool_result_ids)s::bigint[],
    %(audience_id)s::bigint,
    %(class_id)s::bigint
)
RETURNING id;
