-- Lists the audit rows of an agent's searches, newest first, from one place of that order on.
SELECT
    event.id AS search_id,
    event.run_id,
    event.tool_call_id,
    event.searched_at,
    event.duration_ms,
    event.status,
    event.refusal,
    requester.external_id AS requester_external_id,
    event.query_digest,
    event.filters,
    event.destination,
    connector.type || ':' || connector.name AS namespace,
    conversation.external_thread_id,
    event.selected,
    event.neighbour_ids,
    event.matched,
    event.exclusions,
    event.ceiling_reached,
    event.ranking,
    event.degraded,
    event.replay_of_id
FROM public.conversation_search_events AS event
INNER JOIN public.runs AS run ON event.run_id = run.id
INNER JOIN public.conversations AS conversation ON run.conversation_id = conversation.id
INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
LEFT JOIN public.actors AS requester ON event.requester_id = requester.id
WHERE
    event.runtime_agent_id = %(runtime_agent_id)s::bigint
    AND (%(search_id)s::bigint IS NULL OR event.id = %(search_id)s::bigint)
    AND (%(after_id)s::bigint IS NULL OR event.id < %(after_id)s::bigint)
    AND (%(run_id)s::bigint IS NULL OR event.run_id = %(run_id)s::bigint)
    AND (%(status)s::text IS NULL OR event.status = %(status)s::text)
    AND (%(requester)s::text IS NULL OR requester.external_id = %(requester)s::text COLLATE "C")
    AND (%(after)s::timestamptz IS NULL OR event.searched_at >= %(after)s::timestamptz)
    AND (%(before)s::timestamptz IS NULL OR event.searched_at < %(before)s::timestamptz)
    AND (%(degraded)s::boolean IS NULL OR (jsonb_array_length(event.degraded) > 0) = %(degraded)s::boolean)
    AND (%(rule)s::text IS NULL OR (event.exclusions ->> %(rule)s::text)::bigint > 0)
ORDER BY event.id DESC
LIMIT %(limit)s::bigint;
