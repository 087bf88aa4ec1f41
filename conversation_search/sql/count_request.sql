-- Counts one request of a key: how many its window has had, up to one beyond the limit, and when the window ends.
-- One row a key, in a table that is not logged: nothing waits for a disk, and a crash begins a new window.
INSERT INTO public.api_key_usage AS known (api_key_id, window_started_at, requests)
VALUES (%(api_key_id)s::bigint, statement_timestamp(), 1)
ON CONFLICT (api_key_id) DO UPDATE
    SET
        window_started_at = CASE
            WHEN known.window_started_at + %(period)s::interval <= excluded.window_started_at
                THEN excluded.window_started_at
            ELSE known.window_started_at
        END,
        requests = CASE
            WHEN known.window_started_at + %(period)s::interval <= excluded.window_started_at THEN 1
            ELSE least(known.requests + 1, %(quota)s::integer + 1)
        END
RETURNING
    known.requests,
    extract(EPOCH FROM known.window_started_at + %(period)s::interval - statement_timestamp())::double precision
        AS seconds_left;
