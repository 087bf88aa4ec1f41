-- Stores the search documents of a message that has none, and makes it the witness of its words that have none. Text
-- that the rules cannot handle is indexed as plain words with version 0, so that storing it never fails.
-- The vocabulary takes the words of the first ten pieces of a long text.
CREATE OR REPLACE FUNCTION public.mesh_store_documents(event public.message_events)
RETURNS void
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
DECLARE
    body text := event.body || ''; -- unpacked once, not for every piece of it
    version smallint := public.mesh_tokenizer_version();
    documents public.mesh_documents;
    speaker_tsv tsvector;
    candidates text [];
    known_words text [];
    word_count integer := greatest(
        cardinality(array_remove(string_to_array(translate(body, E'\t\n\r', '   '), ' '), '')), 1
    );
BEGIN
    BEGIN
        documents := public.mesh_search_documents(body);
        speaker_tsv := public.mesh_search_vector(event.sender_display_name);
    EXCEPTION WHEN others THEN
        version := 0;
        SELECT 0 AS first_chunk, array_agg(piece.vector) AS vectors, array_agg(piece.vector) AS exact_vectors
        INTO documents
        FROM (
            SELECT
                array_to_tsvector(ARRAY(
                    SELECT DISTINCT left(word.content, 200)
                    FROM regexp_split_to_table(part.content, '\s+') AS word (content)
                    WHERE word.content <> ''
                )) AS vector
            FROM public.mesh_search_chunks(body) AS part
            ORDER BY part.chunk
        ) AS piece;
    END;

    INSERT INTO public.message_search_documents (
        runtime_agent_id, message_event_id, chunk, conversation_id, actor_id, sent_at, audience_id, class_id,
        word_count, tokenizer_version, tsv, exact_tsv, speaker_tsv, speaker_organization
    )
    SELECT
        event.runtime_agent_id, event.id, documents.first_chunk + piece.number - 1, event.conversation_id,
        event.actor_id, event.sent_at, evidence.audience_id,
        CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END,
        word_count, version, documents.vectors[piece.number], documents.exact_vectors[piece.number],
        speaker_tsv, event.sender_organization
    FROM generate_series(1, cardinality(documents.vectors)) AS piece (number)
    LEFT JOIN public.message_source_evidence AS evidence ON evidence.message_event_id = event.id;

    IF version = 0 THEN
        RETURN;
    END IF;
    FOR piece IN 1..least(cardinality(documents.vectors), 10) LOOP
        candidates := ARRAY(
            SELECT word.content FROM public.mesh_vocabulary_words(documents.exact_vectors[piece]) AS word (content)
        );
        -- Found in one walk of the index; two messages may be witnesses of one word.
        known_words := ARRAY(
            SELECT known.word
            FROM public.search_vocabulary AS known
            WHERE known.runtime_agent_id = event.runtime_agent_id AND known.word = any(candidates)
        );
        IF NOT candidates <@ known_words THEN
            INSERT INTO public.search_vocabulary (runtime_agent_id, message_event_id, word)
            SELECT event.runtime_agent_id, event.id, word.content
            FROM unnest(candidates) AS word (content)
            WHERE word.content <> all(known_words);
        END IF;
    END LOOP;
END;
$$;
