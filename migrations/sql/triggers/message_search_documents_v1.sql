-- Keeps the search documents current for every writer of a message or of its evidence.
CREATE FUNCTION public.mesh_index_event()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- Waits for a change of its evidence that is not committed; a later one finds the new documents.
        PERFORM 1 FROM public.message_source_evidence AS evidence
        WHERE evidence.message_event_id = NEW.id FOR SHARE;
    END IF;
    PERFORM public.mesh_index_message(NEW.id);
    RETURN NULL;
END;
$$;

CREATE FUNCTION public.mesh_index_evidence()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
BEGIN
    UPDATE public.message_search_documents AS document
    SET
        audience_id = NEW.audience_id,
        class_id = CASE WHEN NEW.withheld_at IS NULL THEN NEW.class_id END
    WHERE
        document.runtime_agent_id = NEW.runtime_agent_id
        AND document.message_event_id = NEW.message_event_id
        AND (
            document.audience_id IS DISTINCT FROM NEW.audience_id
            OR document.class_id IS DISTINCT FROM CASE WHEN NEW.withheld_at IS NULL THEN NEW.class_id END
        );
    RETURN NULL;
END;
$$;

CREATE TRIGGER message_events_index AFTER INSERT OR UPDATE ON public.message_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_index_event();
CREATE TRIGGER message_source_evidence_index AFTER INSERT OR UPDATE ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_index_evidence();
