-- Reads one page of the runs of all agents in order of time, older or newer than one place of that order.
WITH matching AS NOT MATERIALIZED (
    SELECT
        run.id,
        run.opened_at
    FROM public.runs AS run
    WHERE
        (%(agent_id)s::bigint IS NULL OR run.runtime_agent_id = %(agent_id)s::bigint)
        AND (%(run_id)s::bigint IS NULL OR run.id = %(run_id)s::bigint)
        AND (%(requester_id)s::bigint IS NULL OR run.requester_id = %(requester_id)s::bigint)
        AND (%(kind)s::text IS NULL OR run.destination ->> 'kind' = %(kind)s::text)
        AND (%(after)s::timestamptz IS NULL OR run.opened_at >= %(after)s::timestamptz)
        AND (%(before)s::timestamptz IS NULL OR run.opened_at < %(before)s::timestamptz)
        AND (%(replied)s::boolean IS NULL OR (run.reply_message_id IS NOT NULL) = %(replied)s::boolean)
        AND (
            %(message_id)s::bigint IS NULL
            OR run.id = any(ARRAY(
                SELECT entry.run_id
                FROM public.ledger_entries AS entry
                WHERE entry.message_event_id = %(message_id)s::bigint
            ))
        )
),

older AS (
    SELECT
        matching.id,
        matching.opened_at
    FROM matching
    WHERE
        NOT %(newer)s::boolean
        AND (
            %(place_id)s::bigint IS NULL
            OR (matching.opened_at, matching.id) < (%(place_at)s::timestamptz, %(place_id)s::bigint)
        )
    ORDER BY matching.opened_at DESC, matching.id DESC
    LIMIT %(limit)s::bigint
),

newer AS (
    SELECT
        matching.id,
        matching.opened_at
    FROM matching
    WHERE
        %(newer)s::boolean
        AND (matching.opened_at, matching.id) > (%(place_at)s::timestamptz, %(place_id)s::bigint)
    ORDER BY matching.opened_at, matching.id
    LIMIT %(limit)s::bigint
),

wanted AS (
    SELECT older.id FROM older
    UNION ALL
    SELECT newer.id FROM newer
)

SELECT
    run.id AS run_id,
    run.runtime_agent_id AS agent_id,
    run.opened_at,
    run.expires_at,
    run.closed_at,
    run.external_run_id,
    run.requester_id,
    run.conversation_id,
    connector.type || ':' || connector.name AS namespace,
    CASE WHEN conversation.kind = 'public_channel' THEN conversation.name END AS public_name,
    run.destination ->> 'kind' AS kind,
    run.inbound_message_id,
    run.reply_message_id,
    run.history_window,
    run.destination,
    (
        SELECT count(*) FROM public.conversation_search_events AS event
        WHERE event.run_id = run.id
    ) AS searches,
    (
        SELECT count(*) FROM public.ledger_entries AS entry
        WHERE entry.run_id = run.id
    ) AS shown
FROM wanted
INNER JOIN public.runs AS run ON wanted.id = run.id
INNER JOIN public.conversations AS conversation ON run.conversation_id = conversation.id
INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
ORDER BY run.opened_at DESC, run.id DESC;
