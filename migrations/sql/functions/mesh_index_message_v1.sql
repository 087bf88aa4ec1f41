-- Builds the search documents of one message from the stored message and its evidence, replacing what was there.
-- Text that the rules cannot handle is indexed as plain words with version 0, so that storing it never fails.
CREATE FUNCTION public.mesh_index_message(of_message_id bigint)
RETURNS void
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
DECLARE
    message record;
    piece record;
    vector tsvector;
    version smallint;
BEGIN
    SELECT
        event.runtime_agent_id, event.conversation_id, event.actor_id, event.sent_at, event.deleted_at,
        -- Unpacked once, not for every piece of it.
        event.body || '' AS body,
        evidence.audience_id,
        CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END AS class_id,
        cardinality(regexp_split_to_array(btrim(event.body), '\s+')) AS word_count
    INTO message
    FROM public.message_events AS event
    LEFT JOIN public.message_source_evidence AS evidence ON evidence.message_event_id = event.id
    WHERE event.id = of_message_id;

    DELETE FROM public.message_search_documents AS document
    WHERE document.runtime_agent_id = message.runtime_agent_id AND document.message_event_id = of_message_id;
    IF message.runtime_agent_id IS NULL OR message.deleted_at IS NOT NULL THEN
        RETURN;
    END IF;

    FOR piece IN SELECT part.chunk, part.content FROM public.mesh_search_chunks(message.body) AS part LOOP
        version := public.mesh_tokenizer_version();
        BEGIN
            vector := public.mesh_search_vector(piece.content);
        EXCEPTION WHEN others THEN
            version := 0;
            vector := array_to_tsvector(ARRAY(
                SELECT DISTINCT left(word.content, 200)
                FROM regexp_split_to_table(piece.content, '\s+') AS word (content)
                WHERE word.content <> ''
            ));
        END;
        INSERT INTO public.message_search_documents (
            runtime_agent_id, message_event_id, chunk, conversation_id, actor_id, sent_at, audience_id, class_id,
            word_count, tokenizer_version, tsv
        )
        VALUES (
            message.runtime_agent_id, of_message_id, piece.chunk, message.conversation_id, message.actor_id,
            message.sent_at, message.audience_id, message.class_id, message.word_count, version, vector
        );
    END LOOP;
END;
$$;
