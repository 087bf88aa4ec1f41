-- Is a memory protected by a hold now? It is where a message that it was formed from is.
CREATE FUNCTION public.mesh_memory_is_held(of_memory_id bigint)
RETURNS boolean
LANGUAGE sql
STABLE
RETURN EXISTS (
    SELECT 1
    FROM public.memories AS memory
    CROSS JOIN LATERAL unnest(memory.history_message_ids || memory.answered_message_id) AS source (id)
    WHERE memory.id = of_memory_id AND source.id IS NOT NULL AND public.mesh_must_keep(source.id)
);
