-- How often a run has searched, up to its limit and replays apart, and whether this key's call was answered before.
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
    exists(
        SELECT 1 FROM public.tool_calls AS call
        WHERE call.run_id = run.id AND call.idempotency_key = %(idempotency_key)s::text
    ) AS is_repeat,
    extract(EPOCH FROM run.expires_at - %(now)s::timestamptz)::double precision AS seconds_left
FROM public.runs AS run
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint;
