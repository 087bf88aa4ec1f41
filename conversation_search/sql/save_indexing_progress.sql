-- Remembers how far a rebuild of an agent's documents has come.
INSERT INTO public.indexing_progress (runtime_agent_id, last_message_id, tokenizer_version, finished_at, updated_at)
VALUES (
    %(runtime_agent_id)s::bigint,
    %(last_message_id)s::bigint,
    public.mesh_tokenizer_version(),
    CASE WHEN %(is_finished)s::boolean THEN now() END,
    now()
)
ON CONFLICT (runtime_agent_id) DO UPDATE
    SET
        last_message_id = excluded.last_message_id,
        tokenizer_version = excluded.tokenizer_version,
        finished_at = excluded.finished_at,
        updated_at = excluded.updated_at;
