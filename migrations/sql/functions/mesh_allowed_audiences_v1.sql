-- The interned audiences whose text may be disclosed in a run now. A room that narrowed since narrows its old text too.
-- The rule is asked once for each audience, or each of those given, and once for each room that narrowed.
CREATE FUNCTION public.mesh_allowed_audiences(of_run_id bigint, among bigint[] DEFAULT NULL)
RETURNS SETOF bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    WITH destination AS MATERIALIZED (
        SELECT
            run.runtime_agent_id,
            run.opened,
            run.current,
            (run.opened IS NOT DISTINCT FROM run.current) AS is_unchanged
        FROM public.mesh_run_destinations(of_run_id) AS run
    ),

    allowed AS MATERIALIZED (
        SELECT
            audience.id,
            audience.conversation_id,
            audience.kind,
            audience.externally_shared,
            audience.restricted
        FROM destination
        INNER JOIN public.audiences AS audience ON destination.runtime_agent_id = audience.runtime_agent_id
        WHERE
            (among IS NULL OR audience.id = any(among))
            AND public.mesh_audience_allows(
                ROW(
                    audience.visibility, audience.connector_id, audience.conversation_id, audience.kind,
                    audience.readers, audience.externally_shared, audience.restricted, audience.explicit, false
                )::public.mesh_audience,
                destination.current
            )
            AND (
                destination.is_unchanged
                OR public.mesh_audience_allows(
                    ROW(
                        audience.visibility, audience.connector_id, audience.conversation_id, audience.kind,
                        audience.readers, audience.externally_shared, audience.restricted, audience.explicit, false
                    )::public.mesh_audience,
                    destination.opened
                )
            )
    ),

    candidate AS MATERIALIZED (
        SELECT
            allowed.id,
            allowed.conversation_id,
            (conversation.restricted AND NOT allowed.restricted)
            OR (
                (conversation.flagged_shared OR conversation.has_external_participant)
                AND NOT allowed.externally_shared
            )
            OR (allowed.kind = 'public_channel' AND conversation.kind <> 'public_channel') AS has_narrowed
        FROM allowed
        INNER JOIN public.conversations AS conversation ON allowed.conversation_id = conversation.id
        WHERE conversation.runtime_agent_id = (SELECT destination.runtime_agent_id FROM destination)
    ),

    narrowed AS MATERIALIZED (
        SELECT
            room.conversation_id,
            public.mesh_room_allows(room.conversation_id, destination.opened, destination.current) AS is_allowed
        FROM (
            SELECT DISTINCT candidate.conversation_id
            FROM candidate
            WHERE candidate.has_narrowed
        ) AS room
        CROSS JOIN destination
    )

    SELECT candidate.id
    FROM candidate
    LEFT JOIN narrowed ON candidate.conversation_id = narrowed.conversation_id
    WHERE NOT candidate.has_narrowed OR narrowed.is_allowed;
END;
