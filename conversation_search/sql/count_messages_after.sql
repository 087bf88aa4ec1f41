-- Counts the messages of an agent after one, for a progress bar.
SELECT count(*)::integer AS messages
FROM public.message_events AS event
WHERE event.runtime_agent_id = %(runtime_agent_id)s::bigint AND event.id > %(after_message_id)s::bigint;
