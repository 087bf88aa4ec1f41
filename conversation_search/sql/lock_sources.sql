-- Keeps everything a reply is built on from being edited or deleted until the transaction ends, locked in id order.
SELECT event.id
FROM public.message_events AS event
WHERE
    event.id IN (
        SELECT entry.message_event_id
        FROM public.ledger_entries AS entry
        WHERE entry.run_id = %(run_id)s::bigint
        UNION ALL
        SELECT run.inbound_message_id
        FROM public.runs AS run
        WHERE run.id = %(run_id)s::bigint AND run.inbound_message_id IS NOT NULL
    )
    AND event.runtime_agent_id = %(runtime_agent_id)s::bigint
ORDER BY event.id
FOR SHARE OF event;
