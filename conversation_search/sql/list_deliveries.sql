-- Lists the platform ids under which a reply was posted, in the order in which they were told.
SELECT delivered.external_message_id
FROM public.delivered_messages AS delivered
WHERE
    delivered.message_event_id = %(reply_message_id)s::bigint
    AND delivered.runtime_agent_id = %(runtime_agent_id)s::bigint
ORDER BY delivered.id;
