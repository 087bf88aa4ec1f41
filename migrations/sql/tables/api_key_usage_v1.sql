-- How often each key was used in its present window: one row a key, updated by every request.
-- Not logged: a count that is lost in a crash begins anew, and no request waits for a disk because of it.
-- The free space keeps each new version of a row on its page, beside the old one.
CREATE UNLOGGED TABLE public.api_key_usage (
    api_key_id bigint PRIMARY KEY REFERENCES public.api_keys (id) ON DELETE CASCADE,
    window_started_at timestamptz NOT NULL,
    requests integer NOT NULL
) WITH (fillfactor = 10);
