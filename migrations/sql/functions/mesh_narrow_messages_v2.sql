-- Adds an audience to those that must all allow messages and everything built on them, replies and memories, however
-- far down; NULL makes their lineage unknown for good. Whatever has the audience already, or is unknown already, has no
-- wider descendant.
CREATE OR REPLACE FUNCTION public.mesh_narrow_messages(message_ids bigint[], by_audience_id bigint)
RETURNS void
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    frontier bigint[] := message_ids;
    memory_frontier bigint[] := '{}';
    next_frontier bigint[];
BEGIN
    WHILE cardinality(frontier) > 0 OR cardinality(memory_frontier) > 0 LOOP
        -- Waits for replies and memories that are being closed on these; the next statements then see what they stored.
        PERFORM 1 FROM public.message_events AS event
        WHERE event.id = ANY (frontier) ORDER BY event.id FOR NO KEY UPDATE;
        PERFORM 1 FROM public.memories AS memory
        WHERE memory.id = ANY (memory_frontier) ORDER BY memory.id FOR NO KEY UPDATE;
        UPDATE public.message_source_evidence AS evidence
        SET class_id = public.mesh_intern_class(evidence.runtime_agent_id, class.audience_ids || by_audience_id)
        FROM public.disclosure_classes AS class
        WHERE
            evidence.message_event_id = ANY (frontier)
            AND class.id = evidence.class_id
            AND (class.audience_ids @> ARRAY[by_audience_id]) IS NOT TRUE;
        UPDATE public.memories AS memory
        SET class_id = public.mesh_intern_class(memory.runtime_agent_id, class.audience_ids || by_audience_id)
        FROM public.disclosure_classes AS class
        WHERE
            memory.id = ANY (memory_frontier)
            AND class.id = memory.class_id
            AND (class.audience_ids @> ARRAY[by_audience_id]) IS NOT TRUE;
        SELECT array_agg(provenance.message_event_id)
        INTO next_frontier
        FROM public.memory_provenance AS provenance
        INNER JOIN public.message_source_evidence AS evidence
            ON evidence.message_event_id = provenance.message_event_id
        INNER JOIN public.disclosure_classes AS class ON class.id = evidence.class_id
        WHERE
            (class.audience_ids @> ARRAY[by_audience_id]) IS NOT TRUE
            AND (
                provenance.history_message_ids && frontier
                OR provenance.answered_message_id = ANY (frontier)
                OR provenance.memory_ids && memory_frontier
            );
        SELECT array_agg(memory.id)
        INTO memory_frontier
        FROM public.memories AS memory
        INNER JOIN public.disclosure_classes AS class ON class.id = memory.class_id
        WHERE
            (class.audience_ids @> ARRAY[by_audience_id]) IS NOT TRUE
            AND (
                memory.history_message_ids && frontier
                OR memory.answered_message_id = ANY (frontier)
                OR memory.memory_ids && memory_frontier
            );
        frontier := next_frontier;
    END LOOP;
END;
$$;
