-- Is anything still stored of what a memory was formed from? The text of a deleted message that must be kept counts.
CREATE FUNCTION public.mesh_memory_has_source(memory public.memories)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        cardinality((memory).tool_result_ids) > 0
        OR EXISTS (
            SELECT 1
            FROM public.message_events AS event
            WHERE
                event.id = any((memory).history_message_ids || (memory).answered_message_id)
                AND (event.deleted_at IS NULL OR event.purge_due_at IS NOT NULL)
        )
        OR EXISTS (
            SELECT 1
            FROM public.memories AS source
            WHERE source.id = any((memory).memory_ids) AND source.deleted_at IS NULL
        );
END;
