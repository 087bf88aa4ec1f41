-- A stored message changes in three ways only: its newer body, the one deletion, and the purge of a body that the
-- deletion had to keep. What must be kept is kept whoever deletes: hidden at once, and its text stays.
CREATE OR REPLACE FUNCTION public.mesh_guard_message_event()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.message_events := OLD;
    must_keep boolean;
BEGIN
    IF (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
        OR (OLD.purge_due_at IS NOT NULL AND NEW.purge_due_at IS NULL)
    THEN
        PERFORM public.mesh_await_holds();
        -- A new statement: it sees a hold that was placed while this one waited.
        SELECT public.mesh_must_keep(OLD.id) INTO must_keep;
    END IF;
    IF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
        kept.deleted_at := NEW.deleted_at;
        IF must_keep THEN
            kept.purge_due_at := NEW.deleted_at;
            NEW.purge_due_at := NEW.deleted_at;
            NEW.body := OLD.body;
        ELSE
            kept.body := '';
        END IF;
    ELSIF OLD.purge_due_at IS NOT NULL AND NEW.purge_due_at IS NULL THEN
        IF must_keep THEN
            RAISE EXCEPTION 'message % must be kept', OLD.id
                USING ERRCODE = 'restrict_violation', HINT = 'A legal hold or a legal minimum protects it.';
        END IF;
        kept.purge_due_at := NULL;
        kept.body := '';
    ELSIF OLD.deleted_at IS NULL AND NEW.edited_at > coalesce(OLD.edited_at, OLD.sent_at) THEN
        kept.edited_at := NEW.edited_at;
        kept.body := NEW.body;
        kept.revision := OLD.revision + 1;
    END IF;
    NEW.revision := kept.revision;
    IF NEW IS DISTINCT FROM kept THEN
        RAISE EXCEPTION 'message % may not be changed this way', OLD.id
            USING ERRCODE = 'restrict_violation',
            HINT = 'A message takes a body with a later edited_at, or is deleted; nothing else of it changes.';
    END IF;
    RETURN NEW;
END;
$$;
