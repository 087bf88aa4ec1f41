-- The members of a room by its latest listing, without the agent's own accounts; NULL when nobody is listed.
CREATE OR REPLACE FUNCTION public.mesh_listed_readers(of_conversation_id bigint)
RETURNS text[]
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT array_agg(DISTINCT member.external_id COLLATE "C" ORDER BY member.external_id COLLATE "C")
    FROM public.conversations AS conversation
    CROSS JOIN LATERAL unnest(conversation.members) AS member (external_id)
    WHERE
        conversation.id = of_conversation_id
        AND NOT EXISTS (
            SELECT 1
            FROM public.actors AS actor
            WHERE
                actor.connector_id = conversation.connector_id
                AND actor.external_id = member.external_id
                AND public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)
        );
END;
