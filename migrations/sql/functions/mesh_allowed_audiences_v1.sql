-- The interned audiences whose text may be disclosed in a run now. A room that narrowed since narrows its old text too.
CREATE FUNCTION public.mesh_allowed_audiences(of_run_id bigint)
RETURNS SETOF bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
WITH destination AS MATERIALIZED (
    SELECT
        run.runtime_agent_id,
        run.opened,
        run.current
    FROM public.mesh_run_destinations(of_run_id) AS run
)

SELECT audience.id
FROM destination
INNER JOIN public.audiences AS audience ON destination.runtime_agent_id = audience.runtime_agent_id
INNER JOIN public.conversations AS conversation ON audience.conversation_id = conversation.id
WHERE
    public.mesh_audience_allows(
        ROW(
            audience.visibility, audience.connector_id, audience.conversation_id, audience.kind, audience.readers,
            audience.externally_shared, audience.restricted, audience.explicit, false
        )::public.mesh_audience,
        destination.opened
    )
    AND public.mesh_audience_allows(
        ROW(
            audience.visibility, audience.connector_id, audience.conversation_id, audience.kind, audience.readers,
            audience.externally_shared, audience.restricted, audience.explicit, false
        )::public.mesh_audience,
        destination.current
    )
    AND CASE
        WHEN
            (conversation.restricted AND NOT audience.restricted)
            OR (
                (conversation.flagged_shared OR conversation.has_external_participant)
                AND NOT audience.externally_shared
            )
            OR (audience.kind = 'public_channel' AND conversation.kind <> 'public_channel')
            THEN public.mesh_room_allows(conversation.id, destination.opened, destination.current)
        ELSE true
    END;
END;
