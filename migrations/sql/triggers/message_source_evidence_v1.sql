-- Evidence is written once. Its class may only narrow, and a withheld message stays withheld.
CREATE FUNCTION public.mesh_guard_evidence()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.message_source_evidence := OLD;
BEGIN
    IF OLD.withheld_at IS NULL THEN
        kept.withheld_at := NEW.withheld_at;
    END IF;
    IF OLD.class_id IS NOT NULL AND (
        NEW.class_id IS NULL
        OR (
            SELECT wider.audience_ids <@ narrower.audience_ids
            FROM public.disclosure_classes AS wider, public.disclosure_classes AS narrower
            WHERE wider.id = OLD.class_id AND narrower.id = NEW.class_id
        )
    ) THEN
        kept.class_id := NEW.class_id;
    END IF;
    IF NEW IS DISTINCT FROM kept THEN
        RAISE EXCEPTION 'the evidence of message % may not be changed this way', OLD.message_event_id
            USING ERRCODE = 'restrict_violation', HINT = 'Evidence is written once; it may only narrow.';
    END IF;
    RETURN NEW;
END;
$$;

CREATE TRIGGER message_source_evidence_guard BEFORE UPDATE ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_evidence();
CREATE TRIGGER message_source_evidence_kept BEFORE DELETE ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER message_source_evidence_not_truncated BEFORE TRUNCATE ON public.message_source_evidence
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
