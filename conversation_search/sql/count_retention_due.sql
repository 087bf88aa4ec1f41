-- Counts what a run of retention would do for an agent now: expired messages that it would delete, those of them whose
-- text it would keep, and deleted ones that it would purge.
WITH expired AS MATERIALIZED (
    SELECT public.mesh_must_keep(event.id) AS is_kept
    FROM (
        SELECT
            conversation.id,
            public.mesh_shown_since(conversation.id) AS shown_since
        FROM public.conversations AS conversation
        WHERE
            conversation.runtime_agent_id = %(runtime_agent_id)s::bigint
            AND public.mesh_shown_everywhere_since(%(runtime_agent_id)s::bigint) > '-infinity'
    ) AS room
    INNER JOIN public.message_events AS event ON room.id = event.conversation_id
    WHERE event.deleted_at IS NULL AND event.sent_at < room.shown_since
)

SELECT
    count(*) FILTER (WHERE NOT expired.is_kept) AS deleted,
    count(*) FILTER (WHERE expired.is_kept) AS kept,
    (
        SELECT count(*)
        FROM public.message_events AS event
        WHERE
            event.runtime_agent_id = %(runtime_agent_id)s::bigint
            AND event.purge_due_at IS NOT NULL
            AND NOT public.mesh_must_keep(event.id)
    ) AS purged
FROM expired;
