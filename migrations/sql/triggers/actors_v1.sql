-- An agent's account stays one; marking it makes what it said before unknown, unless that was a stored reply.
CREATE FUNCTION public.mesh_guard_actor()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    NEW.is_agent := OLD.is_agent OR NEW.is_agent;
    RETURN NEW;
END;
$$;

CREATE FUNCTION public.mesh_after_actor()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF NEW.is_agent AND NOT OLD.is_agent THEN
        PERFORM public.mesh_narrow_messages(ARRAY(
            SELECT event.id
            FROM public.message_events AS event
            LEFT JOIN public.memory_provenance AS provenance ON provenance.message_event_id = event.id
            WHERE event.actor_id = NEW.id AND provenance.message_event_id IS NULL
        ), NULL);
    END IF;
    IF NEW.is_external IS DISTINCT FROM OLD.is_external THEN
        -- Two changes in one room come one after the other, so that the later one sees the earlier.
        PERFORM 1 FROM public.conversations AS conversation
        WHERE conversation.id IN (
            SELECT here.conversation_id FROM public.conversation_participants AS here WHERE here.actor_id = NEW.id
        )
        ORDER BY conversation.id FOR NO KEY UPDATE;
        UPDATE public.conversations AS conversation
        SET has_external_participant = NOT conversation.has_external_participant
        WHERE
            conversation.id IN (
                SELECT here.conversation_id FROM public.conversation_participants AS here WHERE here.actor_id = NEW.id
            )
            AND conversation.has_external_participant IS DISTINCT FROM EXISTS (
                SELECT 1
                FROM public.conversation_participants AS everyone
                INNER JOIN public.actors AS other ON other.id = everyone.actor_id
                WHERE everyone.conversation_id = conversation.id AND other.is_external
            );
    END IF;
    RETURN NULL;
END;
$$;

CREATE FUNCTION public.mesh_after_participant()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
    participant record;
BEGIN
    -- Waits for a change of the account that is not committed; a later one waits for this row and sees it.
    SELECT
        actor.connector_id,
        actor.is_external
    INTO participant
    FROM public.actors AS actor
    WHERE actor.id = NEW.actor_id
    FOR SHARE;
    IF participant.is_external THEN
        UPDATE public.conversations AS conversation
        SET has_external_participant = true
        WHERE conversation.id = NEW.conversation_id;
    END IF;
    IF NOT EXISTS (
        SELECT 1
        FROM public.conversations AS conversation
        WHERE conversation.id = NEW.conversation_id AND conversation.connector_id = participant.connector_id
    ) THEN
        RAISE EXCEPTION 'actor % is not of the connector of conversation %', NEW.actor_id, NEW.conversation_id
            USING ERRCODE = 'restrict_violation', HINT = 'An external id means someone on one connector only.';
    END IF;
    RETURN NULL;
END;
$$;

CREATE TRIGGER actors_guard BEFORE UPDATE OF is_agent ON public.actors
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_actor();
CREATE TRIGGER actors_follow AFTER UPDATE OF is_agent, is_external ON public.actors
FOR EACH ROW EXECUTE FUNCTION public.mesh_after_actor();
CREATE TRIGGER conversation_participants_follow AFTER INSERT ON public.conversation_participants
FOR EACH ROW EXECUTE FUNCTION public.mesh_after_participant();
