-- Lists the policies as they are now, widest scope first: those of an agent with those for all, or of every agent.
SELECT
    policy.kind,
    policy.runtime_agent_id AS agent_id,
    policy.connector_id,
    policy.conversation_id,
    policy.days,
    connector.type || ':' || connector.name AS namespace,
    change.happened_at AS saved_at,
    change.who_name AS saved_by
FROM public.retention_policies AS policy
INNER JOIN public.retention_changes AS change ON policy.change_id = change.id
LEFT JOIN public.connectors AS connector ON policy.connector_id = connector.id
WHERE
    %(runtime_agent_id)s::bigint IS NULL
    OR policy.runtime_agent_id = %(runtime_agent_id)s::bigint
    OR policy.runtime_agent_id IS NULL
ORDER BY
    policy.kind DESC, policy.runtime_agent_id ASC NULLS FIRST, policy.connector_id ASC NULLS FIRST,
    policy.conversation_id ASC NULLS FIRST, policy.id ASC;
