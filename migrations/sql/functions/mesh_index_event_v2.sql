-- Keeps the search documents of a message current for every writer of it.
CREATE OR REPLACE FUNCTION public.mesh_index_event()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- Waits for a change of its evidence that is not committed; a later one finds the new documents.
        PERFORM 1 FROM public.message_source_evidence AS evidence
        WHERE evidence.message_event_id = NEW.id FOR SHARE;
        PERFORM public.mesh_index_message(NEW.id);
    ELSIF NEW.deleted_at IS NULL THEN
        PERFORM public.mesh_store_documents(NEW);
    END IF;
    RETURN NULL;
END;
$$;
