-- Reads the text of messages that are about to be shown, and vouches for them from stored evidence in the same moment.
-- A message that is not allowed comes back without anything of it. Long bodies come as the chunks that were asked for.
WITH run AS MATERIALIZED (
    SELECT
        run.id,
        run.runtime_agent_id,
        run.conversation_id,
        destination.opened,
        destination.current
    FROM public.runs AS run
    CROSS JOIN LATERAL public.mesh_run_destinations(run.id) AS destination
    WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
),

-- Every audience that what is shown needs, by its own class: the closed lineage names those of all it was built on.
needed AS MATERIALIZED (
    SELECT array_agg(DISTINCT member.id) AS ids
    FROM public.message_source_evidence AS evidence
    LEFT JOIN public.disclosure_classes AS class ON evidence.class_id = class.id
    CROSS JOIN LATERAL unnest(class.audience_ids || evidence.audience_id) AS member (id)
    WHERE evidence.message_event_id = any(%(message_ids)s::bigint[])
),

-- Those of them that are allowed. What the walk finds beyond them is refused with the rest.
allowed AS MATERIALIZED (
    SELECT coalesce(array_agg(audience.id), '{}') AS ids
    FROM needed
    CROSS JOIN LATERAL public.mesh_allowed_audiences(%(run_id)s::bigint, coalesce(needed.ids, '{}')) AS audience (id)
),

verdict AS MATERIALIZED (
    SELECT public.mesh_messages_allowed(
        %(runtime_agent_id)s::bigint, %(message_ids)s::bigint[], (SELECT allowed.ids FROM allowed)
    ) AS together
),

shown AS MATERIALIZED (
    SELECT
        asked.message_id,
        coalesce(
            (SELECT verdict.together FROM verdict)
            OR public.mesh_messages_allowed(
                %(runtime_agent_id)s::bigint, ARRAY[asked.message_id], (SELECT allowed.ids FROM allowed)
            ),
            false
        ) AS is_allowed
    FROM unnest(%(message_ids)s::bigint[]) AS asked (message_id)
),

room AS MATERIALIZED (
    SELECT
        conversation.id,
        conversation.kind,
        conversation.name,
        connector.type || ':' || connector.name AS namespace,
        conversation.id = run.conversation_id AS is_current,
        public.mesh_room_allows(conversation.id, run.opened, run.current) AS may_be_named
    FROM run
    INNER JOIN public.conversations AS conversation ON run.runtime_agent_id = conversation.runtime_agent_id
    INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
    WHERE conversation.id IN (
        SELECT event.conversation_id
        FROM shown
        INNER JOIN public.message_events AS event ON shown.message_id = event.id
    )
)

SELECT
    event.id AS message_event_id,
    shown.is_allowed,
    event.conversation_id,
    event.sent_at,
    event.revision,
    room.kind,
    room.is_current,
    room.may_be_named,
    CASE WHEN room.may_be_named THEN room.name END AS room_name,
    CASE WHEN room.may_be_named THEN room.namespace END AS namespace,
    CASE
        WHEN shown.is_allowed AND actor.is_agent THEN 'you'
        WHEN shown.is_allowed THEN coalesce(event.sender_display_name, actor.display_name, actor.external_id)
    END AS speaker,
    CASE
        WHEN shown.is_allowed
            THEN (
                SELECT
                    jsonb_agg(
                        jsonb_build_object(
                            'chunk', piece.chunk, 'content', public.mesh_search_chunk(event.body, piece.chunk)
                        )
                        ORDER BY piece.chunk
                    )
                FROM (
                    -- The opening, and the first piece in which each clause matches: the index only points at it.
                    SELECT 0 AS chunk
                    UNION
                    SELECT min(document.chunk) AS chunk
                    FROM
                        unnest(%(clauses)s::tsquery[], %(exact)s::tsquery[]) WITH ORDINALITY
                            AS clause (query, exact, number)
                    INNER JOIN public.message_search_documents AS document ON document.tsv @@ clause.query
                    WHERE
                        event.id = any(%(hit_ids)s::bigint[])
                        AND document.runtime_agent_id = %(runtime_agent_id)s::bigint
                        AND document.message_event_id = event.id
                        AND (clause.exact IS NULL OR document.exact_tsv @@ clause.exact)
                    GROUP BY clause.number
                ) AS piece
            )
    END AS pieces
FROM shown
INNER JOIN public.message_events AS event ON shown.message_id = event.id
INNER JOIN public.actors AS actor ON event.actor_id = actor.id
INNER JOIN room ON event.conversation_id = room.id;
