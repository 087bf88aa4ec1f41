-- Reads the name that a reveal is about, for the one who asked and only while it is granted.
SELECT
    reveal.id AS reveal_id,
    connector.type || ':' || connector.name AS namespace,
    coalesce(actor.external_id, room.external_thread_id) AS external_id,
    coalesce(actor.display_name, room.name) AS name
FROM public.reveals AS reveal
LEFT JOIN public.actors AS actor
    ON reveal.kind = 'person' AND reveal.subject_id = actor.id AND reveal.runtime_agent_id = actor.runtime_agent_id
LEFT JOIN public.conversations AS room
    ON reveal.kind = 'room' AND reveal.subject_id = room.id AND reveal.runtime_agent_id = room.runtime_agent_id
INNER JOIN public.connectors AS connector ON coalesce(actor.connector_id, room.connector_id) = connector.id
WHERE
    reveal.id = %(reveal_id)s::bigint
    AND reveal.asked_by = %(asked_by)s::bigint
    AND reveal.granted
    AND reveal.expires_at > statement_timestamp();
