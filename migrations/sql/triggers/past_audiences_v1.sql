-- A room that opens keeps the audience it had, for what was sent before and has not arrived.
CREATE FUNCTION public.mesh_keep_past_audience()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    -- The row is not changed yet: this is what the room was.
    past public.mesh_audience := public.mesh_conversation_audience(OLD.id);
    -- Where whoever joins can scroll back, a join opens nothing. The first listing tells who reads: it opens nothing.
    is_relisted boolean := OLD.kind <> 'public_channel'
        AND NEW.members IS DISTINCT FROM OLD.members
        AND past.readers IS NOT NULL
        AND NOT (OLD.kind = 'private_channel' AND past.joiners_read_history);
    has_other_kind boolean := OLD.kind <> 'public_channel' AND NEW.kind <> OLD.kind;
    is_freed boolean := OLD.restricted AND NOT NEW.restricted;
    is_flagged boolean := OLD.kind = 'public_channel' AND NEW.flagged_shared AND NOT OLD.flagged_shared;
    -- A guest who joins, or who turns out to be one.
    is_joined boolean := OLD.kind = 'public_channel' AND NOT past.joiners_read_history
        AND NEW.has_external_participant AND NOT OLD.has_external_participant;
    held_until timestamptz := greatest(
        -- What a description says was so when it was true; without one, or with one of the same age, it is so now.
        CASE WHEN is_relisted THEN coalesce(
            nullif(NEW.members_listed_as_of, OLD.members_listed_as_of), statement_timestamp()
        ) END,
        CASE WHEN has_other_kind THEN coalesce(nullif(NEW.kind_as_of, OLD.kind_as_of), statement_timestamp()) END,
        CASE WHEN is_freed THEN coalesce(
            nullif(NEW.restricted_as_of, OLD.restricted_as_of), statement_timestamp()
        ) END,
        CASE WHEN is_flagged THEN coalesce(nullif(NEW.shared_as_of, OLD.shared_as_of), statement_timestamp()) END,
        CASE WHEN is_joined THEN statement_timestamp() END
    );
BEGIN
    IF held_until IS NOT NULL THEN
        INSERT INTO public.past_audiences (runtime_agent_id, conversation_id, audience_id, held_until)
        VALUES (
            OLD.runtime_agent_id, OLD.id, public.mesh_intern_audience(OLD.runtime_agent_id, past), held_until
        );
    END IF;
    RETURN NEW;
END;
$$;

-- What was sent before its room opened and arrives after needs what the room was, too.
CREATE FUNCTION public.mesh_narrow_late_evidence()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM public.past_audiences AS past
        WHERE past.conversation_id = NEW.conversation_id AND past.held_until > NEW.sent_at
    ) THEN
        UPDATE public.message_source_evidence AS evidence
        SET class_id = public.mesh_intern_class(
            evidence.runtime_agent_id,
            class.audience_ids
            || public.mesh_late_audiences(evidence.conversation_id, evidence.sent_at, event.actor_id)
        )
        FROM public.disclosure_classes AS class, public.message_events AS event
        WHERE
            evidence.message_event_id = NEW.message_event_id
            AND class.id = evidence.class_id
            AND event.id = evidence.message_event_id;
    END IF;
    RETURN NULL;
END;
$$;

-- The same for the newer text of a message, by the time of its edit.
CREATE FUNCTION public.mesh_narrow_late_edit()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    late_id bigint;
BEGIN
    FOREACH late_id IN ARRAY coalesce(
        public.mesh_late_audiences(NEW.conversation_id, NEW.edited_at, NEW.actor_id), '{}'
    ) LOOP
        PERFORM public.mesh_narrow_messages(ARRAY[NEW.id], late_id);
    END LOOP;
    RETURN NULL;
END;
$$;

CREATE TRIGGER conversations_past BEFORE UPDATE ON public.conversations
FOR EACH ROW WHEN (
    ROW(old.kind, old.members, old.restricted, old.flagged_shared, old.has_external_participant)
    IS DISTINCT FROM ROW(new.kind, new.members, new.restricted, new.flagged_shared, new.has_external_participant)
)
EXECUTE FUNCTION public.mesh_keep_past_audience();
-- Its name puts it behind the trigger that writes the index, which would otherwise write what it took away again.
CREATE TRIGGER message_source_evidence_late AFTER INSERT ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_narrow_late_evidence();
CREATE TRIGGER message_events_late AFTER UPDATE OF edited_at ON public.message_events
FOR EACH ROW WHEN (new.deleted_at IS NULL AND new.edited_at IS DISTINCT FROM old.edited_at)
EXECUTE FUNCTION public.mesh_narrow_late_edit();
CREATE TRIGGER past_audiences_append_only BEFORE UPDATE OR DELETE ON public.past_audiences
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER past_audiences_not_truncated BEFORE TRUNCATE ON public.past_audiences
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
