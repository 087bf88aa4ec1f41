-- Lists holds, released ones as well, newest first, each with its last event and with how many deletions it keeps from
-- being carried out; counted up to a bound.
SELECT
    hold.id AS hold_id,
    hold.runtime_agent_id AS agent_id,
    hold.actor_id,
    hold.conversation_id,
    hold.sent_from,
    hold.sent_before,
    hold.reason,
    hold.placed_at,
    hold.released_at,
    placed.who_name AS placed_by,
    latest.kind AS latest,
    latest.who_kind AS latest_who_kind,
    latest.who AS latest_who,
    latest.who_name AS latest_by,
    (
        SELECT count(*)
        FROM (
            SELECT 1
            FROM public.message_events AS event
            WHERE
                hold.released_at IS NULL
                AND event.runtime_agent_id = hold.runtime_agent_id
                AND event.purge_due_at IS NOT NULL
                AND public.mesh_hold_covers(hold, event.conversation_id, event.actor_id, event.sent_at)
            LIMIT %(most)s::bigint -- noqa: AM09
        ) AS kept
    ) AS kept
FROM public.legal_holds AS hold
INNER JOIN public.legal_hold_events AS placed ON hold.id = placed.legal_hold_id AND placed.kind = 'placed'
CROSS JOIN
    LATERAL (
        SELECT event.*
        FROM public.legal_hold_events AS event
        WHERE event.legal_hold_id = hold.id
        ORDER BY event.id DESC
        LIMIT 1
    ) AS latest
WHERE
    (%(runtime_agent_id)s::bigint IS NULL OR hold.runtime_agent_id = %(runtime_agent_id)s::bigint)
    AND (%(hold_id)s::bigint IS NULL OR hold.id = %(hold_id)s::bigint)
    AND (%(before_id)s::bigint IS NULL OR hold.id < %(before_id)s::bigint)
ORDER BY hold.id DESC
LIMIT %(limit)s::bigint;
