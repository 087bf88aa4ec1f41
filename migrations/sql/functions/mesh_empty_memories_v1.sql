-- Empties those of these memories of which no source is stored any more, and returns their ids.
CREATE FUNCTION public.mesh_empty_memories(among bigint[], gone_at timestamptz)
RETURNS bigint[]
LANGUAGE plpgsql
VOLATILE
AS $$
DECLARE
    emptied bigint[];
BEGIN
    WITH gone AS (
        UPDATE public.memories AS memory
        SET deleted_at = gone_at, body = ''
        WHERE
            memory.id = ANY (among)
            AND memory.deleted_at IS NULL
            AND NOT public.mesh_memory_has_source(memory)
        RETURNING memory.id
    )

    SELECT array_agg(gone.id) INTO emptied FROM gone;
    RETURN emptied;
END;
$$;
