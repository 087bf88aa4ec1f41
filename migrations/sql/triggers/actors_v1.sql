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
        PERFORM public.mesh_taint_messages(ARRAY(
            SELECT event.id
            FROM public.message_events AS event
            LEFT JOIN public.memory_provenance AS provenance ON provenance.message_event_id = event.id
            WHERE event.actor_id = NEW.id AND provenance.message_event_id IS NULL
        ));
    END IF;
    IF NEW.is_external IS DISTINCT FROM OLD.is_external THEN
        UPDATE public.conversations AS conversation
        SET has_external_participant = external.present
        FROM (
            SELECT
                here.conversation_id,
                bool_or(other.is_external) AS present
            FROM public.conversation_participants AS here
            INNER JOIN public.conversation_participants AS everyone ON everyone.conversation_id = here.conversation_id
            INNER JOIN public.actors AS other ON other.id = everyone.actor_id
            WHERE here.actor_id = NEW.id
            GROUP BY here.conversation_id
        ) AS external
        WHERE
            conversation.id = external.conversation_id
            AND conversation.has_external_participant IS DISTINCT FROM external.present;
    END IF;
    RETURN NULL;
END;
$$;

CREATE FUNCTION public.mesh_after_participant()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    UPDATE public.conversations AS conversation
    SET has_external_participant = true
    WHERE
        conversation.id = NEW.conversation_id
        AND NOT conversation.has_external_participant
        AND EXISTS (SELECT 1 FROM public.actors AS actor WHERE actor.id = NEW.actor_id AND actor.is_external);
    RETURN NULL;
END;
$$;

CREATE TRIGGER actors_guard BEFORE UPDATE OF is_agent ON public.actors
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_actor();
CREATE TRIGGER actors_follow AFTER UPDATE OF is_agent, is_external ON public.actors
FOR EACH ROW EXECUTE FUNCTION public.mesh_after_actor();
CREATE TRIGGER conversation_participants_follow AFTER INSERT ON public.conversation_participants
FOR EACH ROW EXECUTE FUNCTION public.mesh_after_participant();
