-- Makes the lineage of messages unknown for good, and that of everything built on them, however far down.
CREATE FUNCTION public.mesh_taint_messages(message_ids bigint [])
RETURNS void
LANGUAGE plpgsql
VOLATILE
AS $$
DECLARE
    frontier bigint[] := message_ids;
BEGIN
    WHILE cardinality(frontier) > 0 LOOP
        -- The lock that a closing reply takes on its sources; the next statement then sees what it stored.
        PERFORM 1 FROM public.message_events AS event WHERE event.id = ANY (frontier) ORDER BY event.id FOR UPDATE;
        UPDATE public.message_source_evidence AS evidence
        SET class_id = NULL
        WHERE evidence.message_event_id = ANY (frontier) AND evidence.class_id IS NOT NULL;
        SELECT array_agg(provenance.message_event_id)
        INTO frontier
        FROM public.memory_provenance AS provenance
        INNER JOIN public.message_source_evidence AS evidence
            ON evidence.message_event_id = provenance.message_event_id
        WHERE
            evidence.class_id IS NOT NULL
            AND (
                provenance.history_message_ids && frontier
                OR provenance.answered_message_id = ANY (frontier)
            );
    END LOOP;
END;
$$;
