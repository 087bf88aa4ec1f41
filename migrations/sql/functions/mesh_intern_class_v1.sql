-- The id of a set of audiences of one agent, stored when it is new; NULL for an unknown or empty set.
CREATE FUNCTION public.mesh_intern_class(of_runtime_agent_id bigint, of_audience_ids bigint[])
RETURNS bigint
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    ordered bigint[];
    mark bytea;
    found_id bigint;
BEGIN
    IF (cardinality(of_audience_ids) > 0) IS NOT TRUE OR array_position(of_audience_ids, NULL) IS NOT NULL THEN
        RETURN NULL;
    END IF;
    ordered := ARRAY(SELECT DISTINCT member.id FROM unnest(of_audience_ids) AS member (id) ORDER BY member.id);
    mark := sha256(convert_to(array_to_string(ordered, ','), 'UTF8'));
    LOOP
        SELECT known.id INTO found_id
        FROM public.disclosure_classes AS known
        WHERE known.runtime_agent_id = of_runtime_agent_id AND known.fingerprint = mark;
        IF FOUND THEN
            RETURN found_id;
        END IF;
        INSERT INTO public.disclosure_classes (runtime_agent_id, audience_ids, fingerprint)
        VALUES (of_runtime_agent_id, ordered, mark)
        ON CONFLICT (runtime_agent_id, fingerprint) DO NOTHING;
    END LOOP;
END;
$$;
