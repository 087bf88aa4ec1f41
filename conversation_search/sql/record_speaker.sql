-- Records that an actor speaks in a room, before the audience of what it says is computed; when it did last is kept by
-- the trigger of messages.
INSERT INTO public.conversation_participants AS participant (
    runtime_agent_id, conversation_id, actor_id, last_spoke_at
)
VALUES (
    %(runtime_agent_id)s::bigint, %(conversation_id)s::bigint, %(actor_id)s::bigint, statement_timestamp()
)
ON CONFLICT (conversation_id, actor_id) DO UPDATE
    SET last_spoke_at = excluded.last_spoke_at
    WHERE participant.last_spoke_at IS NULL;
