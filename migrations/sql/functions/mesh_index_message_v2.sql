-- Builds the search documents of one message from the stored message and its evidence, replacing what was there, and
-- keeps the vocabulary of its perspective.
CREATE OR REPLACE FUNCTION public.mesh_index_message(of_message_id bigint)
RETURNS void
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
DECLARE
    message public.message_events;
    lost_words text[];
BEGIN
    SELECT event.* INTO message FROM public.message_events AS event WHERE event.id = of_message_id;
    IF message.id IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM public.message_search_documents AS document
    WHERE document.runtime_agent_id = message.runtime_agent_id AND document.message_event_id = of_message_id;
    WITH gone AS (
        DELETE FROM public.search_vocabulary AS vocabulary
        WHERE vocabulary.message_event_id = of_message_id
        RETURNING vocabulary.word
    )
    SELECT array_agg(gone.word) INTO lost_words FROM gone;
    IF message.deleted_at IS NULL THEN
        PERFORM public.mesh_store_documents(message);
    END IF;
    IF lost_words IS NOT NULL THEN
        PERFORM public.mesh_replace_witness(message.runtime_agent_id, of_message_id, lost_words);
    END IF;
END;
$$;
