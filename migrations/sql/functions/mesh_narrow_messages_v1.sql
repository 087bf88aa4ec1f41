-- Adds an audience to those that must all allow messages and everything built on them, however far down; NULL makes
-- their lineage unknown for good. Whatever has the audience already, or is unknown already, has no wider descendant.
CREATE FUNCTION public.mesh_narrow_messages(message_ids bigint[], by_audience_id bigint)
RETURNS void
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    frontier bigint[] := message_ids;
BEGIN
    WHILE cardinality(frontier) > 0 LOOP
        -- Waits for replies that are being closed on these; the next statements then see what they stored.
        PERFORM 1 FROM public.message_events AS event
        WHERE event.id = ANY (frontier) ORDER BY event.id FOR NO KEY UPDATE;
        UPDATE public.message_source_evidence AS evidence
        SET class_id = public.mesh_intern_class(evidence.runtime_agent_id, class.audience_ids || by_audience_id)
        FROM public.disclosure_classes AS class
        WHERE
            evidence.message_event_id = ANY (frontier)
            AND class.id = evidence.class_id
            AND (class.audience_ids @> ARRAY[by_audience_id]) IS NOT TRUE;
        SELECT array_agg(provenance.message_event_id)
        INTO frontier
        FROM public.memory_provenance AS provenance
        INNER JOIN public.message_source_evidence AS evidence
            ON evidence.message_event_id = provenance.message_event_id
        INNER JOIN public.disclosure_classes AS class ON class.id = evidence.class_id
        WHERE
            (class.audience_ids @> ARRAY[by_audience_id]) IS NOT TRUE
            AND (
                provenance.history_message_ids && frontier
                OR provenance.answered_message_id = ANY (frontier)
            );
    END LOOP;
END;
$$;
