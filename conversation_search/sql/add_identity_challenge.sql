-- Stores the hash of a code that was given to an account in a run.
INSERT INTO public.identity_challenges (
    runtime_agent_id, actor_id, run_id, person_id, code_hash, issued_at, expires_at
)
VALUES (
    %(runtime_agent_id)s::bigint,
    %(actor_id)s::bigint,
    %(run_id)s::bigint,
    %(person_id)s::bigint,
    %(code_hash)s::bytea,
    %(issued_at)s::timestamptz,
    %(expires_at)s::timestamptz
)
RETURNING id;
