-- The id of an audience of one conversation, stored when it is new; NULL for an audience without known readers.
CREATE FUNCTION public.mesh_intern_audience(of_runtime_agent_id bigint, audience public.mesh_audience)
RETURNS bigint
LANGUAGE plpgsql
VOLATILE
AS $$
DECLARE
    mark bytea;
    found_id bigint;
BEGIN
    IF audience.visibility IS NULL OR (audience.visibility = 'members' AND audience.readers IS NULL) THEN
        RETURN NULL;
    END IF;
    -- External ids have no control characters, so the separators cannot occur inside them.
    mark := sha256(convert_to(concat_ws(
        E'\x1e', audience.kind, audience.visibility, audience.externally_shared, audience.restricted,
        audience.explicit, array_to_string(audience.readers, E'\x1f')
    ), 'UTF8'));
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
