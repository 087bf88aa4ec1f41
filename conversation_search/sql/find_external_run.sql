-- Finds the run that was opened under its caller's own id, with what a repeat of the opening must agree with.
SELECT
    run.id AS run_id,
    run.opened_at,
    run.history_window,
    conversation.external_thread_id,
    connector.type AS connector_type,
    connector.name AS connector_name,
    requester.external_id AS requester_external_id,
    inbound.external_message_id,
    CASE WHEN inbound.received_at >= run.opened_at THEN inbound.sent_at END AS sent_at_brought,
    -- Known only while the stored text is the one that this opening brought.
    CASE
        WHEN inbound.received_at >= run.opened_at AND inbound.revision = 1 AND inbound.deleted_at IS NULL
            THEN inbound.body
    END AS text_brought
FROM public.runs AS run
INNER JOIN public.conversations AS conversation ON run.conversation_id = conversation.id
INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
LEFT JOIN public.actors AS requester ON run.requester_id = requester.id
LEFT JOIN public.message_events AS inbound ON run.inbound_message_id = inbound.id
WHERE
    run.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND run.external_run_id = %(external_run_id)s::text;
