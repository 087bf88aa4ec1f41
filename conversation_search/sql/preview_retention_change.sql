-- Counts what a change of a policy would do at once, asked of the very rules with the change standing in: messages that
-- would be hidden and then deleted, those of them whose text must be kept, hidden ones that would be shown again, and
-- deleted ones whose text nothing would keep any more.
WITH instead AS MATERIALIZED (
    SELECT
        jsonb_populate_record(
            NULL::public.retention_policies,
            jsonb_build_object(
                'kind', CASE WHEN %(removes)s::boolean THEN 'none' ELSE %(kind)s::text END,
                'runtime_agent_id', %(runtime_agent_id)s::bigint,
                'connector_id', %(connector_id)s::bigint,
                'conversation_id', %(conversation_id)s::bigint,
                'days', %(days)s::integer
            )
        ) AS policy
),

room AS MATERIALIZED (
    SELECT
        conversation.id,
        public.mesh_shown_since(conversation.id) AS since,
        coalesce(
            statement_timestamp() - make_interval(
                hours => 24 * CASE %(kind)s::text
                    WHEN 'lifetime' THEN public.mesh_lifetime_days(conversation.id, instead.policy)
                    ELSE public.mesh_lifetime_days(conversation.id)
                END
            ),
            '-infinity'
        ) AS since_then,
        CASE %(kind)s::text
            WHEN 'legal_minimum' THEN public.mesh_minimum_days(conversation.id, instead.policy)
            ELSE public.mesh_minimum_days(conversation.id)
        END AS minimum_then
    FROM public.conversations AS conversation
    CROSS JOIN instead
    WHERE public.mesh_policy_fits(instead.policy, conversation)
),

hidden AS MATERIALIZED (
    SELECT public.mesh_must_keep(event.id) AS is_kept
    FROM room
    INNER JOIN public.message_events AS event ON room.id = event.conversation_id
    WHERE event.deleted_at IS NULL AND event.sent_at < room.since_then AND event.sent_at >= room.since
)

SELECT
    (SELECT count(*) FROM hidden) AS would_expire,
    (
        SELECT count(*) FROM hidden
        WHERE hidden.is_kept
    ) AS would_be_kept,
    (
        SELECT count(*)
        FROM room
        INNER JOIN public.message_events AS event ON room.id = event.conversation_id
        WHERE event.deleted_at IS NULL AND event.sent_at >= room.since_then AND event.sent_at < room.since
    ) AS would_return,
    (
        SELECT count(*)
        FROM room
        INNER JOIN public.message_events AS event ON room.id = event.conversation_id
        WHERE
            event.purge_due_at IS NOT NULL
            AND public.mesh_must_keep(event.id)
            AND NOT public.mesh_is_held(event.id)
            AND (event.sent_at > statement_timestamp() - make_interval(hours => 24 * room.minimum_then)) IS NOT true
    ) AS would_be_purged;
