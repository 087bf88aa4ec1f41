-- Asks for a change of a policy, where what it names is of one agent, with the count that its preview gave.
INSERT INTO public.retention_changes (
    kind, runtime_agent_id, connector_id, conversation_id, days, removes, step, would_expire, who_kind, who, who_name,
    reason
)
SELECT
    %(kind)s::text,
    %(runtime_agent_id)s::bigint,
    %(connector_id)s::bigint,
    %(conversation_id)s::bigint,
    %(days)s::integer,
    %(removes)s::boolean,
    'asked' AS step,
    %(would_expire)s::bigint,
    %(who_kind)s::text,
    %(who)s::bigint,
    %(who_name)s::text,
    %(reason)s::text
WHERE
    (
        %(connector_id)s::bigint IS NULL
        OR EXISTS (
            SELECT 1 FROM public.connectors AS connector
            WHERE
                connector.id = %(connector_id)s::bigint
                AND connector.runtime_agent_id = %(runtime_agent_id)s::bigint
        )
    )
    AND (
        %(conversation_id)s::bigint IS NULL
        OR EXISTS (
            SELECT 1 FROM public.conversations AS room
            WHERE
                room.id = %(conversation_id)s::bigint
                AND room.runtime_agent_id = %(runtime_agent_id)s::bigint
        )
    )
RETURNING id;
