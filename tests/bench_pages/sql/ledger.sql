-- What each run was shown: a window of three, then the hits of its searches; each message once.
INSERT INTO ledger_entries (
    runtime_agent_id, run_id, message_event_id, source, tool_call_id, hit_rank, position, revision, shown_at
)
SELECT
    run.runtime_agent_id,
    run.id,
    %(first)s::bigint + (run.id * 37 + place.number) %% %(messages)s::integer,
    'window',
    NULL,
    NULL,
    place.number,
    1,
    run.opened_at
FROM runs AS run
CROSS JOIN generate_series(1, 3) AS place (number)
WHERE run.runtime_agent_id = %(agent_id)s::bigint
UNION ALL
SELECT
    event.runtime_agent_id,
    event.run_id,
    (hit.value ->> 'message_id')::bigint,
    'hit',
    event.tool_call_id,
    (hit.value ->> 'rank')::integer,
    0,
    1,
    event.searched_at
FROM conversation_search_events AS event
CROSS JOIN LATERAL jsonb_array_elements(event.selected) AS hit (value)
WHERE event.runtime_agent_id = %(agent_id)s::bigint
