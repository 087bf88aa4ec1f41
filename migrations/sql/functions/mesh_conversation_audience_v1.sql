-- The audience of text sent in a room now: readers come from its listing alone, or are the one human of a direct one.
CREATE FUNCTION public.mesh_conversation_audience(of_conversation_id bigint)
RETURNS public.mesh_audience
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        ROW(
            CASE WHEN conversation.kind = 'public_channel' THEN 'workspace' ELSE 'members' END,
            conversation.connector_id,
            conversation.id,
            conversation.kind,
            CASE
                WHEN conversation.kind <> 'public_channel'
                    THEN coalesce(public.mesh_listed_readers(conversation.id), sole.readers)
            END,
            conversation.flagged_shared OR conversation.has_external_participant,
            conversation.restricted,
            false,
            connector.joiners_read_history
        )::public.mesh_audience
    FROM public.conversations AS conversation
    INNER JOIN public.connectors AS connector ON conversation.connector_id = connector.id
    LEFT JOIN LATERAL (
        SELECT heard.readers
        FROM (
            SELECT
                CASE WHEN conversation.kind = 'direct' THEN public.mesh_heard_readers(conversation.id, NULL) END
                    AS readers
        ) AS heard
        WHERE cardinality(heard.readers) = 1
    ) AS sole ON true
    WHERE conversation.id = of_conversation_id;
END;
