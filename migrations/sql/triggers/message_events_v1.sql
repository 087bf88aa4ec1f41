-- A stored message changes in two ways only: its platform's newer body, or the one deletion.
CREATE FUNCTION public.mesh_guard_message_event()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    kept public.message_events := OLD;
BEGIN
    IF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
        kept.deleted_at := NEW.deleted_at;
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

CREATE FUNCTION public.mesh_after_message_event()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO public.conversation_participants (runtime_agent_id, conversation_id, actor_id, last_spoke_at)
        VALUES (NEW.runtime_agent_id, NEW.conversation_id, NEW.actor_id, NEW.received_at)
        ON CONFLICT (conversation_id, actor_id) DO UPDATE
            SET last_spoke_at = greatest(conversation_participants.last_spoke_at, excluded.last_spoke_at)
            WHERE conversation_participants.last_spoke_at IS DISTINCT FROM
                greatest(conversation_participants.last_spoke_at, excluded.last_spoke_at);
    ELSIF OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL THEN
        -- What was built directly on it might go on quoting it. A new statement: it sees a reply that closed meanwhile.
        UPDATE public.message_source_evidence AS evidence
        SET withheld_at = NEW.deleted_at
        WHERE
            evidence.withheld_at IS NULL
            AND (
                evidence.message_event_id = NEW.id
                OR evidence.message_event_id IN (
                    SELECT provenance.message_event_id
                    FROM public.memory_provenance AS provenance
                    WHERE provenance.history_message_ids @> ARRAY[NEW.id] OR provenance.answered_message_id = NEW.id
                )
            );
    ELSIF OLD.edited_at IS DISTINCT FROM NEW.edited_at THEN
        -- The new text was written for the readers of this moment: both audiences must allow it, and what it is in.
        PERFORM public.mesh_narrow_messages(ARRAY[NEW.id], public.mesh_intern_audience(
            NEW.runtime_agent_id, public.mesh_conversation_audience(NEW.conversation_id)
        ));
    END IF;
    RETURN NULL;
END;
$$;

CREATE TRIGGER message_events_guard BEFORE UPDATE ON public.message_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_message_event();
CREATE TRIGGER message_events_kept BEFORE DELETE ON public.message_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER message_events_not_truncated BEFORE TRUNCATE ON public.message_events
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER message_events_follow AFTER INSERT OR UPDATE ON public.message_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_after_message_event();
