-- Puts on record that a run of retention began or ended for an agent.
INSERT INTO public.retention_run_events (run_key, runtime_agent_id, step, is_dry_run, deleted, kept, purged)
VALUES (
    %(run_key)s::uuid,
    %(runtime_agent_id)s::bigint,
    %(step)s::text,
    %(is_dry_run)s::boolean,
    %(deleted)s::bigint,
    %(kept)s::bigint,
    %(purged)s::bigint
);
