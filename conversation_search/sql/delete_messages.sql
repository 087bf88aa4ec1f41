-- Deletes messages, all that are named or the expired ones: hidden at once, and emptied unless a legal hold or a legal
-- minimum keeps the text. Triggers ask that, withhold what was built on them and drop their index.
UPDATE public.message_events AS event
SET
    deleted_at = statement_timestamp(),
    body = ''
WHERE
    event.id = any(%(message_ids)s::bigint[])
    AND event.deleted_at IS NULL
    AND (NOT %(expired_only)s::boolean OR public.mesh_is_expired(event.conversation_id, event.sent_at))
RETURNING event.id, event.purge_due_at IS NOT NULL AS is_kept;
