-- Lets an account count as never heard in a room where it only stands in for the unknown authors of deleted messages.
UPDATE public.conversation_participants AS participant
SET last_spoke_at = NULL
FROM public.actors AS actor
WHERE
    participant.conversation_id = %(conversation_id)s::bigint
    AND participant.last_spoke_at IS NOT NULL
    AND actor.id = participant.actor_id
    AND actor.external_id = %(external_id)s::text
    AND NOT EXISTS (
        SELECT 1
        FROM public.message_events AS event
        WHERE
            event.conversation_id = participant.conversation_id
            AND event.actor_id = participant.actor_id
            AND event.deleted_at IS NULL
    );
