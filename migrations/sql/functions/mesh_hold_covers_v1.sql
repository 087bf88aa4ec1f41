-- Does a hold, whether it stands or not, cover a message of its agent? It must fit everything that the hold names. A
-- person's are what they said anywhere, and both sides of their direct conversations.
CREATE FUNCTION public.mesh_hold_covers(
    hold public.legal_holds, of_conversation_id bigint, of_actor_id bigint, of_sent_at timestamptz
)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        ((hold).sent_from > of_sent_at) IS NOT true
        AND ((hold).sent_before <= of_sent_at) IS NOT true
        AND ((hold).conversation_id <> of_conversation_id) IS NOT true
        AND (
            (hold).actor_id IS NULL
            OR of_actor_id IN (SELECT account.id FROM public.mesh_held_accounts((hold).actor_id) AS account (id))
            OR EXISTS (
                SELECT 1
                FROM public.conversations AS room
                INNER JOIN public.conversation_participants AS participant
                    ON room.id = participant.conversation_id
                WHERE
                    room.id = of_conversation_id
                    AND room.kind = 'direct'
                    AND participant.actor_id IN (
                        SELECT account.id FROM public.mesh_held_accounts((hold).actor_id) AS account (id)
                    )
            )
        );
END;
