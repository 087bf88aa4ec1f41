-- What a locked run has spent: its searches, up to their limit and replays apart, and the distinct messages it has been
-- shown; and whether this key's call was answered before.
SELECT
    (
        SELECT count(*)
        FROM (
            SELECT 1
            FROM public.conversation_search_events AS event
            WHERE event.run_id = run.id AND event.replay_of_id IS NULL
            LIMIT %(quota)s::integer -- noqa: AM09
        ) AS counted
    ) AS searches,
    (
        SELECT count(*)
        FROM public.ledger_entries AS entry
        WHERE entry.run_id = run.id
    )::integer AS messages_shown,
    exists(
        SELECT 1 FROM public.tool_calls AS call
        WHERE call.run_id = run.id AND call.idempotency_key = %(idempotency_key)s::text
    ) AS is_repeat,
    extract(EPOCH FROM run.expires_at - %(now)s::timestamptz)::double precision AS seconds_left
FROM public.runs AS run
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint;
