-- Must the text of a message be kept, whoever wants it gone? The top of the precedence: a hold, then a legal minimum,
-- which is the longest of those that fit its room. Both keep it and let nobody see it.
CREATE FUNCTION public.mesh_must_keep(message_id bigint, moment timestamptz DEFAULT statement_timestamp())
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN public.mesh_is_held(message_id, moment) OR EXISTS (
    SELECT 1
    FROM public.message_events AS event
    INNER JOIN public.conversations AS room ON event.conversation_id = room.id
    INNER JOIN public.retention_policies AS policy ON public.mesh_policy_fits(policy, room)
    WHERE
        event.id = message_id
        AND policy.kind = 'legal_minimum'
        AND (event.sent_at <= moment - make_interval(hours => 24 * policy.days)) IS NOT true
);

-- Waits for holds and policies that are being placed, and lets none be placed until the transaction ends: whoever is
-- about to destroy text calls it before the statement that does.
CREATE FUNCTION public.mesh_await_holds()
RETURNS void
LANGUAGE sql
VOLATILE
BEGIN ATOMIC
    SELECT pg_advisory_xact_lock_shared(hashtextextended('mesh.legal_holds', 0));
END;
