-- Tells rule by rule what would keep a message out of a run at this moment: by the functions that a search asks, and by
-- the authority that vouches for what a search shows.
WITH allowed AS MATERIALIZED (
    SELECT ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids
),

fact AS MATERIALIZED (
    SELECT
        event.deleted_at IS NOT NULL AS is_deleted,
        public.mesh_is_expired(event.conversation_id, event.sent_at) AS is_expired,
        (
            EXISTS (
                SELECT 1
                FROM public.ledger_entries AS entry
                WHERE entry.run_id = run.id AND entry.message_event_id = event.id
            )
            OR coalesce(run.inbound_message_id = event.id, false)
        ) AS already_in_context,
        evidence.audience_id IS NOT NULL AS has_evidence,
        coalesce(evidence.audience_id = any(allowed.ids), false) AS audience_allowed,
        coalesce(
            public.mesh_lineage_allows(
                CASE WHEN evidence.withheld_at IS NULL THEN class.audience_ids END, allowed.ids
            )
            AND public.mesh_messages_allowed(%(runtime_agent_id)s::bigint, ARRAY[event.id], allowed.ids),
            false
        ) AS lineage_allowed
    FROM public.runs AS run
    CROSS JOIN allowed
    INNER JOIN public.message_events AS event ON run.runtime_agent_id = event.runtime_agent_id
    LEFT JOIN public.message_source_evidence AS evidence ON event.id = evidence.message_event_id
    LEFT JOIN public.disclosure_classes AS class ON evidence.class_id = class.id
    WHERE
        run.id = %(run_id)s::bigint
        AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND event.id = %(message_id)s::bigint
)

SELECT
    statement_timestamp() AS as_of,
    fact.is_deleted,
    fact.is_expired,
    fact.already_in_context,
    fact.has_evidence,
    fact.audience_allowed,
    fact.lineage_allowed,
    CASE
        WHEN fact.is_deleted THEN 'deleted'
        WHEN fact.is_expired THEN 'expired'
        ELSE public.mesh_exclusion_rule(
            fact.already_in_context, fact.has_evidence, fact.audience_allowed, fact.lineage_allowed
        )
    END AS rule
FROM fact;
