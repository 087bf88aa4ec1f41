-- The evidence of a memory is of its own room, and its class needs that audience at least.
CREATE FUNCTION public.mesh_check_memory()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF
        NEW.withheld_at IS NOT NULL OR NEW.deleted_at IS NOT NULL
        OR (NEW.class_id IS NOT NULL AND NOT EXISTS (
            SELECT 1
            FROM public.audiences AS audience
            INNER JOIN public.disclosure_classes AS class ON class.id = NEW.class_id
            WHERE
                audience.id = NEW.audience_id
                AND audience.conversation_id = NEW.conversation_id
                AND class.audience_ids @> ARRAY[NEW.audience_id]
        ))
    THEN
        RAISE EXCEPTION 'the evidence of a memory does not fit it'
            USING ERRCODE = 'restrict_violation',
            HINT = 'Room and audience are those it was formed in; the class holds that audience.';
    END IF;
    RETURN NEW;
END;
$$;

-- A memory changes in three ways only: its class narrows, it is withheld, it is emptied; each for good.
CREATE FUNCTION public.mesh_guard_memory()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.memories := OLD;
BEGIN
    IF OLD.withheld_at IS NULL THEN
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

CREATE TRIGGER memories_check BEFORE INSERT ON public.memories
FOR EACH ROW EXECUTE FUNCTION public.mesh_check_memory();
CREATE TRIGGER memories_guard BEFORE UPDATE ON public.memories
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_memory();
CREATE TRIGGER memories_kept BEFORE DELETE ON public.memories
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memories_not_truncated BEFORE TRUNCATE ON public.memories
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memory_ledger_entries_append_only BEFORE UPDATE OR DELETE ON public.memory_ledger_entries
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memory_ledger_entries_not_truncated BEFORE TRUNCATE ON public.memory_ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER tool_results_append_only BEFORE UPDATE OR DELETE ON public.tool_results
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER tool_results_not_truncated BEFORE TRUNCATE ON public.tool_results
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
