-- Looking is recorded for good, and a reveal is decided once, by a second person.
CREATE TRIGGER page_accesses_append_only BEFORE UPDATE OR DELETE ON public.page_accesses
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER page_accesses_not_truncated BEFORE TRUNCATE ON public.page_accesses
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();

-- A reveal that was decided is kept as it was; one that was not may only be decided.
CREATE FUNCTION public.mesh_guard_reveal()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF OLD.decided_at IS NOT NULL
        OR NEW.decided_at IS NULL
        OR (OLD.id, OLD.runtime_agent_id, OLD.kind, OLD.subject_id, OLD.asked_by, OLD.asked_by_name, OLD.asked_at, OLD.reason)
        IS DISTINCT FROM
        (NEW.id, NEW.runtime_agent_id, NEW.kind, NEW.subject_id, NEW.asked_by, NEW.asked_by_name, NEW.asked_at, NEW.reason)
    THEN
        RAISE EXCEPTION 'this change of a reveal is refused' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END;
$$;
CREATE TRIGGER reveals_guard BEFORE UPDATE ON public.reveals
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_reveal();
CREATE TRIGGER reveals_kept BEFORE DELETE ON public.reveals
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER reveals_not_truncated BEFORE TRUNCATE ON public.reveals
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
