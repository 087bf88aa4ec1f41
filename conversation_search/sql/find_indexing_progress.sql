-- Tells where an unfinished rebuild of an agent's documents stopped.
SELECT progress.last_message_id
FROM public.indexing_progress AS progress
WHERE
    progress.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND progress.finished_at IS NULL
    AND progress.tokenizer_version = public.mesh_tokenizer_version();
