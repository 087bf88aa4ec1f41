-- Empties messages and leaves them as tombstones; triggers withhold what was built on them and drop their index.
UPDATE public.message_events AS event
SET
    deleted_at = statement_timestamp(),
    body = ''
WHERE event.id = any(%(message_ids)s::bigint[]) AND event.deleted_at IS NULL;
