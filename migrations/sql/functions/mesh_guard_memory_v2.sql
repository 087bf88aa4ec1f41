-- A memory changes in three ways only: its class narrows, it is withheld, it is emptied; each for good, unless an
-- approved erasure releases what it withheld.
CREATE OR REPLACE FUNCTION public.mesh_guard_memory()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.memories := OLD;
BEGIN
    IF
        OLD.withheld_at IS NULL
        OR (
            NEW.withheld_at IS NULL AND OLD.deleted_at IS NULL AND NEW.deleted_at IS NULL
            AND public.mesh_may_release('memory', OLD.id)
        )
    THEN
        kept.withheld_at := NEW.withheld_at;
    END IF;
    IF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
        kept.deleted_at := NEW.deleted_at;
        kept.body := '';
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
        RAISE EXCEPTION 'memory % may not be changed this way', OLD.id
            USING ERRCODE = 'restrict_violation', HINT = 'A memory may only narrow, be withheld or be emptied.';
    END IF;
    RETURN NEW;
END;
$$;
