-- Builds the documents of the next messages that have none of the current rules, beside live writers; returns the last
-- id it looked at, or NULL at the end. The locks are those of an edit or a deletion, in id order and for a short batch.
CREATE OR REPLACE FUNCTION public.mesh_index_batch(after_message_id bigint, batch integer)
RETURNS bigint
LANGUAGE plpgsql
VOLATILE
AS $$
DECLARE
    looked_at bigint[];
BEGIN
    looked_at := ARRAY(
        SELECT event.id
        FROM public.message_events AS event
        WHERE event.id > after_message_id
        ORDER BY event.id
        LIMIT batch
    );
    PERFORM 1 FROM public.message_events AS event
    WHERE event.id = ANY (looked_at) ORDER BY event.id FOR NO KEY UPDATE;
    PERFORM 1 FROM public.message_source_evidence AS evidence
    WHERE evidence.message_event_id = ANY (looked_at) ORDER BY evidence.message_event_id FOR SHARE;
    PERFORM public.mesh_index_message(event.id)
    FROM public.message_events AS event
    WHERE
        event.id = ANY (looked_at)
        AND event.deleted_at IS NULL
        AND NOT EXISTS (
            SELECT 1
            FROM public.message_search_documents AS document
            WHERE
                document.runtime_agent_id = event.runtime_agent_id
                AND document.message_event_id = event.id
                AND document.tokenizer_version IN (0, public.mesh_tokenizer_version())
                AND document.exact_tsv IS NOT NULL
        );
    RETURN looked_at[cardinality(looked_at)];
END;
$$;
