-- A request moves along its states; what is meant, why, and whoever asked or decided stays as it was written. Linked
-- accounts may join while nobody has decided.
CREATE FUNCTION public.mesh_guard_erasure_request()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.erasure_requests := OLD;
BEGIN
    IF OLD.status || ' ' || NEW.status = ANY (ARRAY[
        'gathering waiting', 'waiting gathering', 'gathering withdrawn', 'waiting withdrawn',
        'waiting approved', 'waiting refused', 'approved running', 'running erased',
        'erased complete', 'erased incomplete', 'complete incomplete', 'incomplete complete',
        'incomplete running', 'complete running', 'erased running'
    ]) THEN
        kept.status := NEW.status;
    END IF;
    IF OLD.status = 'waiting' AND NEW.actor_ids @> OLD.actor_ids THEN
        kept.actor_ids := NEW.actor_ids;
    END IF;
    IF OLD.decided_at IS NULL THEN
        kept.decided_by_kind := NEW.decided_by_kind;
        kept.decided_by := NEW.decided_by;
        kept.decided_by_name := NEW.decided_by_name;
        kept.decided_at := NEW.decided_at;
    ELSE
        kept.deleted := NEW.deleted;
        kept.erased_at := NEW.erased_at;
        kept.erased_in := NEW.erased_in;
        kept.verified_at := NEW.verified_at;
        kept.counted := coalesce(OLD.counted, NEW.counted);
    END IF;
    IF NEW IS DISTINCT FROM kept THEN
        RAISE EXCEPTION 'erasure request % may not be changed this way', OLD.id
            USING ERRCODE = 'restrict_violation', HINT = 'A request is decided once, by a second person.';
    END IF;
    RETURN NEW;
END;
$$;

-- What is erased, kept or released is chosen before the decision: it is what the second person decides on. What is
-- found later is kept withheld.
CREATE FUNCTION public.mesh_guard_erasure_item()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    is_open boolean;
BEGIN
    -- Waits for a decision that is not committed; a later one waits for this row.
    SELECT request.status IN ('gathering', 'waiting')
    INTO is_open
    FROM public.erasure_requests AS request
    WHERE request.id = NEW.request_id
    FOR SHARE;
    IF TG_OP = 'INSERT' THEN
        IF NOT is_open AND (NEW.is_target OR NEW.choice <> 'keep') THEN
            RAISE EXCEPTION 'erasure request % was decided', NEW.request_id USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF
        (NEW.request_id, NEW.runtime_agent_id, NEW.kind, NEW.subject_id, NEW.is_target)
        IS DISTINCT FROM (OLD.request_id, OLD.runtime_agent_id, OLD.kind, OLD.subject_id, OLD.is_target)
        OR (NOT is_open AND (NEW.choice, NEW.why) IS DISTINCT FROM (OLD.choice, OLD.why))
    THEN
        RAISE EXCEPTION 'item % of an erasure may not be changed this way', OLD.id
            USING ERRCODE = 'restrict_violation', HINT = 'Choices are made before the decision.';
    END IF;
    RETURN NEW;
END;
$$;

CREATE TRIGGER erasure_requests_guard BEFORE UPDATE ON public.erasure_requests
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_erasure_request();
CREATE TRIGGER erasure_requests_kept BEFORE DELETE ON public.erasure_requests
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_requests_not_truncated BEFORE TRUNCATE ON public.erasure_requests
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_items_guard BEFORE INSERT OR UPDATE OF
request_id, runtime_agent_id, kind, subject_id, is_target, choice, why ON public.erasure_items
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_erasure_item();
CREATE TRIGGER erasure_items_kept BEFORE DELETE ON public.erasure_items
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_items_not_truncated BEFORE TRUNCATE ON public.erasure_items
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_events_append_only BEFORE UPDATE OR DELETE ON public.erasure_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_events_not_truncated BEFORE TRUNCATE ON public.erasure_events
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_receipts_append_only BEFORE UPDATE OR DELETE ON public.erasure_receipts
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_receipts_not_truncated BEFORE TRUNCATE ON public.erasure_receipts
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_ledger_append_only BEFORE UPDATE OR DELETE ON public.erasure_ledger
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER erasure_ledger_not_truncated BEFORE TRUNCATE ON public.erasure_ledger
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
