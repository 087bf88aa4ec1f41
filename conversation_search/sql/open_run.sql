-- Opens a run in a room and keeps who will read an answer there now.
INSERT INTO public.runs (
    runtime_agent_id,
    conversation_id,
    requester_id,
    requester_organization,
    inbound_message_id,
    external_run_id,
    history_window,
    destination,
    opened_at,
    expires_at
)
SELECT
    conversation.runtime_agent_id,
    conversation.id AS conversation_id,
    requester.id AS requester_id,
    coalesce(inbound.sender_organization, requester.organization) AS requester_organization,
    inbound.id AS inbound_message_id,
    %(external_run_id)s::text,
    %(history_window)s::integer,
    to_jsonb(public.mesh_destination_audience(conversation.id, requester.id)) AS destination,
    %(opened_at)s::timestamptz,
    %(expires_at)s::timestamptz
FROM public.conversations AS conversation
LEFT JOIN public.message_events AS inbound
    ON
        inbound.id = %(inbound_message_id)s::bigint
        AND conversation.id = inbound.conversation_id
LEFT JOIN public.actors AS requester ON inbound.actor_id = requester.id
WHERE
    conversation.id = %(conversation_id)s::bigint
    AND conversation.runtime_agent_id = %(runtime_agent_id)s::bigint
RETURNING id AS run_id;
