-- Answers a change of a policy that was asked for: saved as it was asked for, or refused. The database takes it once,
-- and saved by somebody else alone.
INSERT INTO public.retention_changes (
    kind, runtime_agent_id, connector_id, conversation_id, days, removes, step, asked_id, would_expire, who_kind, who,
    who_name, reason
)
SELECT
    asked.kind,
    asked.runtime_agent_id,
    asked.connector_id,
    asked.conversation_id,
    asked.days,
    asked.removes,
    %(step)s::text,
    asked.id,
    %(would_expire)s::bigint,
    %(who_kind)s::text,
    %(who)s::bigint,
    %(who_name)s::text,
    %(reason)s::text
FROM public.retention_changes AS asked
WHERE
    asked.id = %(change_id)s::bigint
    AND asked.step = 'asked'
RETURNING id;
