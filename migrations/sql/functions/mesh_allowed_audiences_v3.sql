-- The interned audiences whose text may be disclosed in a run now: of all, or of those of `among`. A room that narrowed
-- since narrows its old text too. The rule is asked once for each audience, and once for each room that narrowed.
CREATE OR REPLACE FUNCTION public.mesh_allowed_audiences(of_run_id bigint, among bigint[] DEFAULT NULL)
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

    -- Field by field, so that the rule reads columns instead of taking a value apart for each audience.
    room_now AS MATERIALIZED (
        SELECT (destination.current).*
        FROM destination
    ),

    room_opened AS MATERIALIZED (
        SELECT (destination.opened).*
        FROM destination
    ),

    -- Few are looked up by key, whatever a plan for any number of them would read instead.
    asked AS NOT MATERIALIZED (
        SELECT
            audience.*,
            public.mesh_has_narrowed(audience, conversation) AS has_narrowed
        FROM destination
        INNER JOIN public.audiences AS audience ON destination.runtime_agent_id = audience.runtime_agent_id
        INNER JOIN public.conversations AS conversation
            ON
                audience.conversation_id = conversation.id
                AND destination.runtime_agent_id = conversation.runtime_agent_id
        WHERE among IS NULL
        UNION ALL
        SELECT found.*
        FROM destination
        CROSS JOIN unnest(among) AS wanted (id)
        CROSS JOIN LATERAL (
            SELECT
                audience.*,
                public.mesh_has_narrowed(audience, conversation) AS has_narrowed
            FROM public.audiences AS audience
            INNER JOIN public.conversations AS conversation ON audience.conversation_id = conversation.id
            WHERE audience.id = wanted.id AND audience.runtime_agent_id = destination.runtime_agent_id
            OFFSET 0 -- noqa: AM09
        ) AS found
    ),

    allowed AS MATERIALIZED (
        SELECT
            audience.id,
            audience.conversation_id,
            audience.has_narrowed
        FROM asked AS audience
        CROSS JOIN destination
        CROSS JOIN room_now
        CROSS JOIN room_opened
        WHERE
            public.mesh_audience_allows(
                ROW(
                    audience.visibility, audience.connector_id, audience.conversation_id, audience.kind,
                    audience.readers, audience.externally_shared, audience.restricted, audience.explicit, false,
                    NULL
                )::public.mesh_audience,
                ROW(
                    room_now.visibility, room_now.connector_id, room_now.conversation_id, room_now.kind,
                    room_now.readers, room_now.externally_shared, room_now.restricted, room_now.explicit,
                    room_now.joiners_read_history, room_now.person_readers
                )::public.mesh_audience
            )
            AND (
                destination.is_unchanged
                OR public.mesh_audience_allows(
                    ROW(
                        audience.visibility, audience.connector_id, audience.conversation_id, audience.kind,
                        audience.readers, audience.externally_shared, audience.restricted, audience.explicit, false,
                        NULL
                    )::public.mesh_audience,
                    ROW(
                        room_opened.visibility, room_opened.connector_id, room_opened.conversation_id,
                        room_opened.kind, room_opened.readers, room_opened.externally_shared,
                        room_opened.restricted, room_opened.explicit, room_opened.joiners_read_history,
                        room_opened.person_readers
                    )::public.mesh_audience
                )
            )
    ),

    narrowed AS MATERIALIZED (
        SELECT
            room.conversation_id,
            public.mesh_room_allows(room.conversation_id, destination.opened, destination.current) AS is_allowed
        FROM (
            SELECT DISTINCT allowed.conversation_id
            FROM allowed
            WHERE allowed.has_narrowed
        ) AS room
        CROSS JOIN destination
    )

    SELECT allowed.id
    FROM allowed
    LEFT JOIN narrowed ON allowed.conversation_id = narrowed.conversation_id
    WHERE NOT allowed.has_narrowed OR narrowed.is_allowed;
END;
