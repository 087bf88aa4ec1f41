-- The members of a room by its latest listing, without the agent's own accounts; NULL when nobody is listed.
-- A listing names accounts: whoever holds them now.
CREATE OR REPLACE FUNCTION public.mesh_listed_readers(of_conversation_id bigint)
RETURNS text[]
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT array_agg(DISTINCT member.id COLLATE "C" ORDER BY member.id COLLATE "C")
    FROM (
        SELECT
            coalesce(
                (
                    SELECT public.mesh_reader_id(later.external_id, later.generation)
                    FROM public.actors AS later
                    WHERE
                        later.connector_id = conversation.connector_id
                        AND later.external_id = listed.external_id
                        AND later.generation > 1
                ),
                listed.external_id
            ) AS id
        FROM public.conversations AS conversation
        CROSS JOIN LATERAL unnest(conversation.members) AS listed (external_id)
        WHERE
            conversation.id = of_conversation_id
            AND NOT EXISTS (
                SELECT 1
                FROM public.actors AS actor
                WHERE
                    actor.connector_id = conversation.connector_id
                    AND actor.external_id = listed.external_id
                    AND public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)
            )
    ) AS member;
END;
