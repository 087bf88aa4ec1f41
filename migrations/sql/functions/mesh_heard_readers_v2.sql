-- Everyone but the agent itself whose message arrived in a room at or after a moment (NULL: ever); NULL when nobody.
CREATE OR REPLACE FUNCTION public.mesh_heard_readers(of_conversation_id bigint, since timestamptz)
RETURNS text[]
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT array_agg(actor.external_id ORDER BY actor.external_id)
    FROM public.conversation_participants AS participant
    INNER JOIN public.actors AS actor ON participant.actor_id = actor.id
    WHERE
        participant.conversation_id = of_conversation_id
        AND NOT public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)
        AND participant.last_spoke_at IS NOT NULL
        AND (since IS NULL OR participant.last_spoke_at >= since);
END;
