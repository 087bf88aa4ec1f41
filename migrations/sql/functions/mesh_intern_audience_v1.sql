-- The id of an audience of one conversation, stored when it is new; NULL for an audience without known readers.
CREATE FUNCTION public.mesh_intern_audience(of_runtime_agent_id bigint, audience public.mesh_audience)
RETURNS bigint
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    mark bytea;
    found_id bigint;
BEGIN
    IF audience.visibility IS NULL OR (audience.visibility = 'members' AND audience.readers IS NULL) THEN
        RETURN NULL;
    END IF;
    -- A row as text quotes its fields, so that no two audiences share a mark.
    mark := sha256(convert_to(ROW(
        audience.kind, audience.visibility, audience.externally_shared, audience.restricted, audience.explicit,
        audience.readers
    )::text, 'UTF8'));
    LOOP
        SELECT known.id INTO found_id
        FROM public.audiences AS known
        WHERE known.conversation_id = audience.conversation_id AND known.fingerprint = mark;
        IF FOUND THEN
            RETURN found_id;
        END IF;
        INSERT INTO public.audiences (
            runtime_agent_id, connector_id, conversation_id, kind, visibility, readers, externally_shared,
            restricted, explicit, fingerprint
        )
        VALUES (
            of_runtime_agent_id, audience.connector_id, audience.conversation_id, audience.kind,
            audience.visibility, audience.readers, audience.externally_shared, audience.restricted,
            audience.explicit, mark
        )
        ON CONFLICT (conversation_id, fingerprint) DO NOTHING;
    END LOOP;
END;
$$;
