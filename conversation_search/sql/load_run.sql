-- Loads one run of an agent with what every call needs of it.
SELECT
    run.id AS run_id,
    run.runtime_agent_id,
    run.conversation_id,
    conversation.connector_id,
    conversation.external_thread_id,
    connector.type || ':' || connector.name AS namespace,
    run.destination ->> 'visibility' AS visibility,
    run.destination ->> 'kind' AS kind,
    requester.external_id AS requester_external_id,
    coalesce(requester.is_agent, false) AS requester_is_agent,
    run.inbound_message_id,
    run.expires_at,
    run.closed_at,
    run.reply_message_id
FROM public.runs AS run
INNER JOIN public.conversations AS conversation ON run.conversation_id = conversation.id
INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
LEFT JOIN public.actors AS requester ON run.requester_id = requester.id
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint;
