-- Gives a message the newer text of its platform; one that was deleted or edited later meanwhile is left alone.
UPDATE public.message_events AS event
SET
    body = %(body)s::text,
    edited_at = %(edited_at)s::timestamptz
WHERE
    event.id = %(message_id)s::bigint
    AND event.deleted_at IS NULL
    AND coalesce(event.edited_at, event.sent_at) < %(edited_at)s::timestamptz
RETURNING event.id;
