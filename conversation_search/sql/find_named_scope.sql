-- Finds the rows that a platform's own names stand for: a connector of an agent, and a person or a room of it.
SELECT
    connector.id AS connector_id,
    actor.id AS actor_id,
    room.id AS conversation_id
FROM public.connectors AS connector
LEFT JOIN public.actors AS actor
    ON
        connector.id = actor.connector_id
        AND actor.external_id = %(person)s::text COLLATE "C"
LEFT JOIN public.conversations AS room
    ON
        connector.id = room.connector_id
        AND room.external_thread_id = %(room)s::text COLLATE "C"
WHERE
    connector.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND connector.type = %(type)s::text COLLATE "C"
    AND connector.name = %(name)s::text COLLATE "C";
