-- Who will read an answer given in a room now: its listing, whoever spoke since, and the requester (NULL: nobody asks).
-- A requester who is not known on the room's connector makes the readers unknown.
CREATE FUNCTION public.mesh_destination_audience(of_conversation_id bigint, requester_id bigint)
RETURNS public.mesh_audience
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        ROW(
            CASE WHEN conversation.kind = 'public_channel' THEN 'workspace' ELSE 'members' END,
            conversation.connector_id,
            conversation.id,
            conversation.kind,
            CASE
                WHEN
                    conversation.kind = 'public_channel' OR (requester_id IS NOT NULL AND asking.is_external IS NULL)
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
                            || asking.readers
                        ) AS reader (id)
                    )
            END,
            conversation.flagged_shared OR conversation.has_external_participant
            OR (requester_id IS NOT NULL AND coalesce(asking.is_external, true)),
            conversation.restricted,
            false,
            connector.joiners_read_history
        )::public.mesh_audience
    FROM public.conversations AS conversation
    INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
    CROSS JOIN LATERAL (SELECT public.mesh_listed_readers(conversation.id) AS readers) AS listed
    LEFT JOIN LATERAL (
        SELECT
            actor.is_external,
            CASE WHEN NOT actor.is_agent THEN ARRAY[actor.external_id] END AS readers
        FROM public.actors AS actor
        WHERE actor.id = requester_id AND actor.connector_id = conversation.connector_id
    ) AS asking ON true
    WHERE conversation.id = of_conversation_id;
END;
