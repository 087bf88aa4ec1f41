-- Lists what was done about a hold, oldest first.
SELECT
    event.kind,
    event.happened_at,
    event.who_kind,
    event.who_name,
    event.reason
FROM public.legal_hold_events AS event
WHERE event.legal_hold_id = %(hold_id)s::bigint
ORDER BY event.id;
