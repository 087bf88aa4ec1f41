-- Lets only those who speak from now on count as heard beside a listing: what was imported with it was said before it.
-- Left alone where another listing is stored, or where someone who is not listed has spoken since.
UPDATE public.conversations AS conversation
SET members_as_of = statement_timestamp()
WHERE
    conversation.id = %(conversation_id)s::bigint
    AND conversation.members IS NOT NULL
    AND conversation.members_listed_as_of = %(listed_at)s::timestamptz
    AND NOT EXISTS (
        SELECT 1
        FROM public.message_events AS event
        INNER JOIN public.actors AS actor ON event.actor_id = actor.id
        WHERE
            event.conversation_id = conversation.id
            AND event.sent_at > %(listed_at)s::timestamptz
            AND NOT public.mesh_is_own_account(actor.connector_id, actor.is_agent, actor.own_account)
            AND array_position(conversation.members, actor.external_id) IS NULL
    );
