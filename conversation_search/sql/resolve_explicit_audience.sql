-- The audience that a message names itself, stored when it is new and no wider than its room's; else `is_wider`.
-- On a public connector any is accepted. The agent's own accounts are no readers. One that equals the room's is it.
WITH room AS MATERIALIZED (
    SELECT audience.*
    FROM public.mesh_conversation_audience(%(conversation_id)s::bigint) AS audience
),

named AS MATERIALIZED (
    SELECT
        CASE
            WHEN %(visibility)s::text = 'members'
                THEN ARRAY(
                    SELECT DISTINCT
                        coalesce(
                            public.mesh_reader_id(actor.external_id, actor.generation), reader.external_id
                        ) COLLATE "C" AS id
                    FROM unnest(%(readers)s::text[]) AS reader (external_id)
                    LEFT JOIN public.actors AS actor
                        ON actor.connector_id = room.connector_id AND reader.external_id = actor.external_id
                    WHERE
                        actor.id IS NULL
                        OR NOT public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)
                    ORDER BY id
                )
        END AS readers
    FROM room
),

judged AS MATERIALIZED (
    SELECT
        coalesce(
            %(visibility)s::text = room.visibility AND named.readers IS NOT DISTINCT FROM room.readers, false
        ) AS is_default,
        NOT connector.public AND NOT coalesce(
            CASE room.visibility
                WHEN 'workspace' THEN %(visibility)s::text IN ('workspace', 'members')
                WHEN 'members' THEN
                    %(visibility)s::text = 'members'
                    AND public.mesh_readers_within(named.readers, room.readers)
            END,
            false
        ) AS is_wider
    FROM room
    CROSS JOIN named
    INNER JOIN public.connectors AS connector ON room.connector_id = connector.id
),

own AS MATERIALIZED (
    SELECT
        judged.is_wider,
        CASE
            WHEN NOT judged.is_wider
                THEN public.mesh_intern_audience(
                    %(runtime_agent_id)s::bigint,
                    ROW(
                        %(visibility)s::text, room.connector_id, room.conversation_id, room.kind, named.readers,
                        room.externally_shared, room.restricted, NOT judged.is_default, false, NULL
                    )::public.mesh_audience
                )
        END AS audience_id
    FROM room
    CROSS JOIN named
    CROSS JOIN judged
)

SELECT
    own.audience_id,
    CASE
        WHEN own.audience_id IS NOT NULL
            THEN public.mesh_intern_class(%(runtime_agent_id)s::bigint, ARRAY[own.audience_id])
    END AS class_id,
    own.is_wider
FROM own;
