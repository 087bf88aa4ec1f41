-- A hold is placed while no deletion is under way: each deletion either is over before, or sees it.
CREATE FUNCTION public.mesh_place_hold()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('mesh.legal_holds', 0));
    IF NEW.released_at IS NOT NULL THEN
        RAISE EXCEPTION 'a hold is not placed as released' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END;
$$;

-- A hold is kept as it was placed. Once, after a decision that is on record, it is released.
CREATE FUNCTION public.mesh_guard_hold()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.legal_holds := OLD;
BEGIN
    IF OLD.released_at IS NULL THEN
        SELECT event.happened_at INTO kept.released_at
        FROM public.legal_hold_events AS event
        WHERE event.legal_hold_id = OLD.id AND event.kind = 'released';
    END IF;
    IF NEW IS DISTINCT FROM kept THEN
        RAISE EXCEPTION 'hold % may not be changed this way', OLD.id
            USING ERRCODE = 'restrict_violation',
            HINT = 'A hold is kept as it was placed, until its release is decided by a second person.';
    END IF;
    RETURN NEW;
END;
$$;

-- What is done about a hold follows what was done before, and nobody grants the release that they asked for.
CREATE FUNCTION public.mesh_check_hold_event()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    before record;
BEGIN
    PERFORM 1 FROM public.legal_holds AS hold
    WHERE hold.id = NEW.legal_hold_id FOR NO KEY UPDATE;
    SELECT event.kind, event.who_kind, event.who INTO before
    FROM public.legal_hold_events AS event
    WHERE event.legal_hold_id = NEW.legal_hold_id
    ORDER BY event.id DESC
    LIMIT 1;
    IF (CASE NEW.kind
        WHEN 'placed' THEN before.kind IS NULL
        WHEN 'release_asked' THEN before.kind IN ('placed', 'release_refused')
        WHEN 'release_refused' THEN before.kind = 'release_asked'
        WHEN 'released'
            THEN before.kind = 'release_asked' AND (before.who_kind, before.who) <> (NEW.who_kind, NEW.who)
    END) IS NOT true THEN
        RAISE EXCEPTION 'hold % cannot be % now', NEW.legal_hold_id, NEW.kind
            USING ERRCODE = 'restrict_violation',
            HINT = 'A release is asked for, and then granted by somebody else.';
    END IF;
    RETURN NEW;
END;
$$;

CREATE FUNCTION public.mesh_after_hold_event()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    UPDATE public.legal_holds AS hold
    SET released_at = NEW.happened_at
    WHERE hold.id = NEW.legal_hold_id;
    RETURN NULL;
END;
$$;

CREATE TRIGGER legal_holds_place BEFORE INSERT ON public.legal_holds
FOR EACH ROW EXECUTE FUNCTION public.mesh_place_hold();
CREATE TRIGGER legal_holds_guard BEFORE UPDATE ON public.legal_holds
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_hold();
CREATE TRIGGER legal_holds_kept BEFORE DELETE ON public.legal_holds
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER legal_holds_not_truncated BEFORE TRUNCATE ON public.legal_holds
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER legal_hold_events_check BEFORE INSERT ON public.legal_hold_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_check_hold_event();
CREATE TRIGGER legal_hold_events_follow AFTER INSERT ON public.legal_hold_events
FOR EACH ROW WHEN (new.kind = 'released') EXECUTE FUNCTION public.mesh_after_hold_event();
CREATE TRIGGER legal_hold_events_append_only BEFORE UPDATE OR DELETE ON public.legal_hold_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER legal_hold_events_not_truncated BEFORE TRUNCATE ON public.legal_hold_events
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
