-- Evidence is written once. Its class may only narrow, and a withheld message stays withheld, unless an approved
-- erasure releases it.
CREATE OR REPLACE FUNCTION public.mesh_guard_evidence()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.message_source_evidence := OLD;
BEGIN
    IF
        OLD.withheld_at IS NULL
        OR (
            NEW.withheld_at IS NULL
            AND EXISTS (
                SELECT 1 FROM public.message_events AS event
                WHERE event.id = OLD.message_event_id AND event.deleted_at IS NULL
            )
            AND public.mesh_may_release('message', OLD.message_event_id)
        )
    THEN
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
