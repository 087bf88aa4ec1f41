-- Everyone but the agent whose message arrived in a room at or after a moment (NULL: ever); NULL when nobody.
-- Whoever has lost their account since reads nothing there any more.
CREATE OR REPLACE FUNCTION public.mesh_heard_readers(of_conversation_id bigint, since timestamptz)
RETURNS text[]
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        array_agg(
            public.mesh_reader_id(actor.external_id, actor.generation)
            ORDER BY public.mesh_reader_id(actor.external_id, actor.generation) COLLATE "C"
        )
    FROM public.conversation_participants AS participant
    INNER JOIN public.actors AS actor ON participant.actor_id = actor.id
    WHERE
        participant.conversation_id = of_conversation_id
        AND NOT public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)
        AND actor.retired_at IS NULL
        AND participant.last_spoke_at IS NOT NULL
        AND (since IS NULL OR participant.last_spoke_at >= since);
END;
