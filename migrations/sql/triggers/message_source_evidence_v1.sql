-- Evidence is of its own message, room and audience, and its class needs that audience at least. A tombstone gets none.
CREATE FUNCTION public.mesh_check_evidence()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1
        FROM public.message_events AS event
        INNER JOIN public.audiences AS audience ON audience.id = NEW.audience_id
        LEFT JOIN public.disclosure_classes AS class ON class.id = NEW.class_id
        WHERE
            event.id = NEW.message_event_id
            AND event.conversation_id = NEW.conversation_id
            AND event.sent_at = NEW.sent_at
            AND event.deleted_at IS NULL
            AND audience.conversation_id = NEW.conversation_id
            AND (NEW.class_id IS NULL OR class.audience_ids @> ARRAY[NEW.audience_id])
    ) THEN
        RAISE EXCEPTION 'the evidence of message % does not fit it', NEW.message_event_id
            USING ERRCODE = 'restrict_violation',
            HINT = 'Room, time and audience are the message''s own; the class holds that audience.';
    END IF;
    RETURN NEW;
END;
$$;

-- What an account of the agent says has no known lineage without its provenance, whoever decided otherwise before the
-- account was marked: the lock waits for a marking that is not committed, and a later one waits for this message.
CREATE FUNCTION public.mesh_after_evidence()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
DECLARE
    by_agent boolean;
BEGIN
    SELECT actor.is_agent INTO by_agent
    FROM public.message_events AS event
    INNER JOIN public.actors AS actor ON actor.id = event.actor_id
    WHERE event.id = NEW.message_event_id
    FOR SHARE OF actor;
    IF by_agent AND NOT EXISTS (
        SELECT 1
        FROM public.memory_provenance AS provenance
        WHERE
            provenance.message_event_id = NEW.message_event_id
            AND cardinality(provenance.history_message_ids) <= 500
    ) THEN
        UPDATE public.message_source_evidence AS evidence
        SET class_id = NULL
        WHERE evidence.message_event_id = NEW.message_event_id AND evidence.class_id IS NOT NULL;
    END IF;
    RETURN NULL;
END;
$$;

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

CREATE TRIGGER message_source_evidence_check BEFORE INSERT ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_check_evidence();
-- Its name puts it behind the trigger that writes the index, which would otherwise write what it took away again.
CREATE TRIGGER message_source_evidence_taint AFTER INSERT ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_after_evidence();
CREATE TRIGGER message_source_evidence_guard BEFORE UPDATE ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_evidence();
CREATE TRIGGER message_source_evidence_kept BEFORE DELETE ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER message_source_evidence_not_truncated BEFORE TRUNCATE ON public.message_source_evidence
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
