-- Finds a message of an agent.
SELECT event.id
FROM public.message_events AS event
WHERE event.id = %(message_id)s::bigint AND event.runtime_agent_id = %(runtime_agent_id)s::bigint;
