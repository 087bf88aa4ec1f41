-- Does a legal hold forbid to destroy this message? The one definition, for platform deletions, retention and erasure.
-- A hold counts from when it can be seen until it is released; a release that lies ahead of the moment does not.
CREATE FUNCTION public.mesh_is_held(message_id bigint, moment timestamptz DEFAULT statement_timestamp())
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN EXISTS (
    SELECT 1
    FROM public.message_events AS event
    INNER JOIN public.legal_holds AS hold ON event.runtime_agent_id = hold.runtime_agent_id
    WHERE
        event.id = message_id
        AND (hold.released_at <= moment) IS NOT true
        AND public.mesh_hold_covers(hold, event.conversation_id, event.actor_id, event.sent_at)
);
