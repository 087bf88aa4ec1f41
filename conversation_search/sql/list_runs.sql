-- Lists the runs of an agent, newest first, from one place of that order on; ids and rooms, no text.
SELECT
    run.id AS run_id,
    run.opened_at,
    run.expires_at,
    run.closed_at,
    run.external_run_id,
    connector.type || ':' || connector.name AS namespace,
    conversation.external_thread_id,
    run.destination ->> 'kind' AS kind,
    requester.external_id AS requester_external_id,
    run.inbound_message_id,
    run.reply_message_id,
    run.history_window,
    run.destination
FROM public.runs AS run
INNER JOIN public.conversations AS conversation ON run.conversation_id = conversation.id
INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
LEFT JOIN public.actors AS requester ON run.requester_id = requester.id
WHERE
    run.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND (%(run_id)s::bigint IS NULL OR run.id = %(run_id)s::bigint)
    AND (%(after_id)s::bigint IS NULL OR run.id < %(after_id)s::bigint)
    AND (%(kind)s::text IS NULL OR run.destination ->> 'kind' = %(kind)s::text)
    AND (%(requester)s::text IS NULL OR requester.external_id = %(requester)s::text COLLATE "C")
    AND (%(after)s::timestamptz IS NULL OR run.opened_at >= %(after)s::timestamptz)
    AND (%(before)s::timestamptz IS NULL OR run.opened_at < %(before)s::timestamptz)
ORDER BY run.id DESC
LIMIT %(limit)s::bigint;
