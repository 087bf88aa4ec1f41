-- Counts the messages that a hold covers, deleted ones whose text it keeps included; up to a bound.
SELECT count(*) AS messages
FROM (
    SELECT 1
    FROM public.legal_holds AS hold
    INNER JOIN public.message_events AS event ON hold.runtime_agent_id = event.runtime_agent_id
    WHERE
        hold.id = %(hold_id)s::bigint
        AND (event.deleted_at IS NULL OR event.purge_due_at IS NOT NULL)
        AND public.mesh_hold_covers(hold, event.conversation_id, event.actor_id, event.sent_at)
    LIMIT %(most)s::bigint -- noqa: AM09
) AS held;
