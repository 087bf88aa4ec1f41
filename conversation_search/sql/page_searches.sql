-- Reads one page of audit rows of all agents in order of time, older or newer than one place of that order.
WITH matching AS NOT MATERIALIZED (
    SELECT
        event.id,
        event.searched_at
    FROM public.conversation_search_events AS event
    WHERE
        (%(agent_id)s::bigint IS NULL OR event.runtime_agent_id = %(agent_id)s::bigint)
        AND (%(search_id)s::bigint IS NULL OR event.id = %(search_id)s::bigint)
        AND (%(run_id)s::bigint IS NULL OR event.run_id = %(run_id)s::bigint)
        AND (%(requester_id)s::bigint IS NULL OR event.requester_id = %(requester_id)s::bigint)
        AND (%(status)s::text IS NULL OR event.status = %(status)s::text)
        AND (%(kind)s::text IS NULL OR event.destination ->> 'kind' = %(kind)s::text)
        AND (%(after)s::timestamptz IS NULL OR event.searched_at >= %(after)s::timestamptz)
        AND (%(before)s::timestamptz IS NULL OR event.searched_at < %(before)s::timestamptz)
        AND (%(rule)s::text IS NULL OR (event.exclusions ->> %(rule)s::text)::bigint > 0)
        AND (%(degraded)s::boolean IS NULL OR (jsonb_array_length(event.degraded) > 0) = %(degraded)s::boolean)
        AND (
            %(message_id)s::bigint IS NULL
            OR event.tool_call_id = any(ARRAY(
                SELECT entry.tool_call_id
                FROM public.ledger_entries AS entry
                WHERE entry.message_event_id = %(message_id)s::bigint AND entry.tool_call_id IS NOT NULL
            ))
        )
),

older AS (
    SELECT
        matching.id,
        matching.searched_at
    FROM matching
    WHERE
        NOT %(newer)s::boolean
        AND (
            %(place_id)s::bigint IS NULL
            OR (matching.searched_at, matching.id) < (%(place_at)s::timestamptz, %(place_id)s::bigint)
        )
    ORDER BY matching.searched_at DESC, matching.id DESC
    LIMIT %(limit)s::bigint
),

newer AS (
    SELECT
        matching.id,
        matching.searched_at
    FROM matching
    WHERE
        %(newer)s::boolean
        AND (matching.searched_at, matching.id) > (%(place_at)s::timestamptz, %(place_id)s::bigint)
    ORDER BY matching.searched_at, matching.id
    LIMIT %(limit)s::bigint
),

wanted AS (
    SELECT older.id FROM older
    UNION ALL
    SELECT newer.id FROM newer
)

SELECT
    event.id AS search_id,
    event.runtime_agent_id AS agent_id,
    event.run_id,
    event.tool_call_id,
    event.searched_at,
    event.duration_ms,
    event.status,
    event.refusal,
    event.requester_id,
    run.conversation_id,
    connector.type || ':' || connector.name AS namespace,
    CASE WHEN conversation.kind = 'public_channel' THEN conversation.name END AS public_name,
    event.query_digest,
    event.filters,
    event.destination,
    event.selected,
    event.neighbour_ids,
    event.matched,
    event.exclusions,
    event.ceiling_reached,
    event.ranking,
    event.degraded,
    event.replay_of_id
FROM wanted
INNER JOIN public.conversation_search_events AS event ON wanted.id = event.id
INNER JOIN public.runs AS run ON event.run_id = run.id
INNER JOIN public.conversations AS conversation ON run.conversation_id = conversation.id
INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
ORDER BY event.searched_at DESC, event.id DESC;
