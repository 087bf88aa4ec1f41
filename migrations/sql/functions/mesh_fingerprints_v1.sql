-- What is left to know a message by once it is erased: a digest, under its agent's own key, of what names it on its
-- platform. A message that its platform did not name, and a memory, is known by its row and its moment: a row that
-- takes the number later has another.
CREATE FUNCTION public.mesh_posted_fingerprint(of_conversation_id bigint, external_message_id text)
RETURNS bytea
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN (
    SELECT
        sha256(agent.public_id_key || convert_to(jsonb_build_array(
            'posted', connector.type, connector.name, conversation.external_thread_id, external_message_id
        )::text, 'UTF8'))
    FROM public.conversations AS conversation
    INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
    INNER JOIN public.runtime_agents AS agent ON conversation.runtime_agent_id = agent.id
    WHERE conversation.id = of_conversation_id
);

CREATE FUNCTION public.mesh_row_fingerprint(
    of_runtime_agent_id bigint, kind text, row_number bigint, moment timestamptz
)
RETURNS bytea
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN (
    SELECT
        sha256(agent.public_id_key || convert_to(jsonb_build_array(
            kind, row_number, extract(EPOCH FROM moment)
        )::text, 'UTF8'))
    FROM public.runtime_agents AS agent
    WHERE agent.id = of_runtime_agent_id
);

CREATE FUNCTION public.mesh_message_fingerprint(event public.message_events)
RETURNS bytea
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN CASE
    WHEN event.external_message_id IS NULL
        THEN public.mesh_row_fingerprint(event.runtime_agent_id, 'message', event.id, event.sent_at)
    ELSE public.mesh_posted_fingerprint(event.conversation_id, event.external_message_id)
END;

-- Was what a platform posts under this id in a room erased for good?
CREATE FUNCTION public.mesh_was_erased(of_conversation_id bigint, external_message_id text)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN EXISTS (
    SELECT 1
    FROM public.conversations AS conversation
    INNER JOIN public.erasure_ledger AS entry ON conversation.runtime_agent_id = entry.runtime_agent_id
    WHERE
        conversation.id = of_conversation_id
        AND entry.fingerprint = public.mesh_posted_fingerprint(of_conversation_id, external_message_id)
);
