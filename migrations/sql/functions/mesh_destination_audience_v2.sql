-- Who will read an answer given in a room now: its listing, whoever spoke since, and the requester (NULL: nobody asks).
-- A requester who is not known on the room's connector, or has lost the account, makes the readers unknown.
CREATE OR REPLACE FUNCTION public.mesh_destination_audience(of_conversation_id bigint, requester_id bigint)
RETURNS public.mesh_audience
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    WITH asking AS MATERIALIZED (
        SELECT
            actor.is_external,
            CASE
                WHEN NOT actor.is_agent THEN ARRAY[public.mesh_reader_id(actor.external_id, actor.generation)]
            END AS readers
        FROM public.conversations AS conversation
        INNER JOIN public.actors AS actor ON conversation.connector_id = actor.connector_id
        WHERE conversation.id = of_conversation_id AND actor.id = requester_id AND actor.retired_at IS NULL
    ),

    -- Materialized: the readers are found once, not wherever they are named.
    listed AS MATERIALIZED (
        SELECT public.mesh_listed_readers(of_conversation_id) AS readers
    ),

    seen AS MATERIALIZED (
        SELECT
            CASE
                WHEN
                    conversation.kind = 'public_channel'
                    OR (requester_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM asking))
                    THEN NULL
                WHEN listed.readers IS NOT NULL OR conversation.kind = 'direct'
                    THEN (
                        SELECT array_agg(DISTINCT reader.id COLLATE "C" ORDER BY reader.id COLLATE "C")
                        FROM unnest(
                            listed.readers
                            || public.mesh_heard_readers(
                                conversation.id,
                                CASE WHEN listed.readers IS NOT NULL THEN conversation.members_as_of END
                            )
                            || (SELECT asking.readers FROM asking)
                        ) AS reader (id)
                    )
            END AS readers
        FROM public.conversations AS conversation
        CROSS JOIN listed
        WHERE conversation.id = of_conversation_id
    )

    SELECT
        ROW(
            CASE WHEN conversation.kind = 'public_channel' THEN 'workspace' ELSE 'members' END,
            conversation.connector_id,
            conversation.id,
            conversation.kind,
            seen.readers,
            conversation.flagged_shared OR conversation.has_external_participant
            OR (requester_id IS NOT NULL AND coalesce((SELECT asking.is_external FROM asking), true)),
            conversation.restricted,
            false,
            connector.joiners_read_history,
            public.mesh_person_readers(conversation.connector_id, conversation.kind, seen.readers)
        )::public.mesh_audience
    FROM public.conversations AS conversation
    INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
    CROSS JOIN seen
    WHERE conversation.id = of_conversation_id;
END;
