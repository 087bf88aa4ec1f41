-- Lets one opening of a run by its caller's own id proceed at a time; a collision of hashes only costs a wait.
SELECT
    pg_advisory_xact_lock(
        hashtextextended('run:' || %(external_run_id)s::text, %(runtime_agent_id)s::bigint)
    ) IS NOT NULL AS is_locked;
