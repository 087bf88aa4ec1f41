-- What was sent before its room opened and arrives after needs what the room was, too; and what was sent to an account
-- before it was handed on needs the holder of then.
CREATE OR REPLACE FUNCTION public.mesh_narrow_late_evidence()
RETURNS trigger
LANGUAGE plpgsql
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
SET plan_cache_mode = force_generic_plan -- a plan for each row costs more than the row
AS $$
DECLARE
    then_id bigint := public.mesh_then_audience(NEW.audience_id, NEW.sent_at);
BEGIN
    IF
        then_id IS NOT NULL
        OR EXISTS (
            SELECT 1 FROM public.past_audiences AS past
            WHERE past.conversation_id = NEW.conversation_id AND past.held_until > NEW.sent_at
        )
    THEN
        UPDATE public.message_source_evidence AS evidence
        SET class_id = public.mesh_intern_class(
            evidence.runtime_agent_id,
            class.audience_ids
            || coalesce(then_id, evidence.audience_id)
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
