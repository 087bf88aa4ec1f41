-- Measures how far an agent's retention is behind: expired messages that are hidden and not deleted yet, since when the
-- oldest of them is due, and deleted ones whose text is kept, or is not kept any more and waits to be purged.
WITH room AS MATERIALIZED (
    SELECT
        conversation.id,
        public.mesh_shown_since(conversation.id) AS shown_since
    FROM public.conversations AS conversation
    WHERE
        conversation.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND public.mesh_shown_everywhere_since(%(runtime_agent_id)s::bigint) > '-infinity'
),

oldest AS (
    SELECT min(statement_timestamp() - (room.shown_since - first.sent_at)) AS due_at
    FROM room
    CROSS JOIN LATERAL (
        SELECT event.sent_at
        FROM public.message_events AS event
        WHERE
            event.conversation_id = room.id
            AND event.deleted_at IS NULL
            AND event.sent_at < room.shown_since
        ORDER BY event.sent_at
        LIMIT 1
    ) AS first
),

due AS MATERIALIZED (
    SELECT public.mesh_must_keep(event.id) AS is_kept
    FROM (
        SELECT event.id
        FROM public.message_events AS event
        WHERE
            event.runtime_agent_id = %(runtime_agent_id)s::bigint
            AND event.purge_due_at IS NOT NULL
        ORDER BY event.id
        LIMIT %(most)s::bigint
    ) AS event
)

SELECT
    %(runtime_agent_id)s::bigint AS agent_id,
    (
        SELECT count(*)
        FROM (
            SELECT 1
            FROM room
            INNER JOIN public.message_events AS event ON room.id = event.conversation_id
            WHERE event.deleted_at IS NULL AND event.sent_at < room.shown_since
            LIMIT %(most)s::bigint -- noqa: AM09
        ) AS expired
    ) AS expired,
    (SELECT oldest.due_at FROM oldest) AS oldest_due_at,
    (
        SELECT count(*) FROM due
        WHERE due.is_kept
    ) AS kept,
    (
        SELECT count(*) FROM due
        WHERE NOT due.is_kept
    ) AS purgeable;
