-- Holds everything stored of one posted message: itself, the reply it is the echo of, and that reply's other echoes.
WITH named AS (
    SELECT
        event.id,
        event.conversation_id,
        event.external_message_id
    FROM public.message_events AS event
    WHERE event.id = %(message_id)s::bigint AND event.runtime_agent_id = %(runtime_agent_id)s::bigint
),

original AS (
    SELECT named.id FROM named
    UNION
    SELECT delivered.message_event_id
    FROM named
    INNER JOIN public.delivered_messages AS delivered
        ON
            named.conversation_id = delivered.conversation_id
            AND named.external_message_id = delivered.external_message_id
),

everything AS (
    SELECT original.id FROM original
    UNION
    SELECT echo.id
    FROM original
    INNER JOIN public.delivered_messages AS delivered ON original.id = delivered.message_event_id
    INNER JOIN public.message_events AS echo
        ON
            delivered.conversation_id = echo.conversation_id
            AND delivered.external_message_id = echo.external_message_id
)

SELECT event.id
FROM public.message_events AS event
WHERE event.id IN (SELECT everything.id FROM everything)
ORDER BY event.id
FOR NO KEY UPDATE;
