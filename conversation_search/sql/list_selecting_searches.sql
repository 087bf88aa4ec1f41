-- Lists the searches that showed a message, as a hit or beside one, oldest first.
SELECT
    event.id AS search_id,
    event.selected @> jsonb_build_array(jsonb_build_object('message_id', %(message_id)s::bigint)) AS is_hit
FROM public.conversation_search_events AS event
WHERE
    event.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND event.tool_call_id IN (
        SELECT entry.tool_call_id
        FROM public.ledger_entries AS entry
        WHERE entry.message_event_id = %(message_id)s::bigint
    )
    AND (
        event.selected @> jsonb_build_array(jsonb_build_object('message_id', %(message_id)s::bigint))
        OR event.neighbour_ids @> jsonb_build_array(%(message_id)s::bigint)
    )
ORDER BY event.id
LIMIT %(limit)s::bigint;
