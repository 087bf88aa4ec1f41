-- Judges everything a run was shown, and the message it answers, against who reads its room now and when it was opened.
-- The message being answered may always be answered in its own room, unless it was deleted; what has expired counts as
-- deleted. Memories count whole: what each was formed from is walked.
WITH allowed AS MATERIALIZED (
    SELECT
        ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids,
        public.mesh_shown_everywhere_since(%(runtime_agent_id)s::bigint) AS everywhere_since
),

shown AS MATERIALIZED (
    SELECT entry.message_event_id AS id
    FROM public.ledger_entries AS entry
    WHERE entry.run_id = %(run_id)s::bigint AND entry.runtime_agent_id = %(runtime_agent_id)s::bigint
),

recalled AS MATERIALIZED (
    SELECT entry.memory_id AS id
    FROM public.memory_ledger_entries AS entry
    WHERE entry.run_id = %(run_id)s::bigint AND entry.runtime_agent_id = %(runtime_agent_id)s::bigint
),

verdict AS MATERIALIZED (
    SELECT
        public.mesh_messages_allowed(
            %(runtime_agent_id)s::bigint, ARRAY(SELECT shown.id FROM shown), (SELECT allowed.ids FROM allowed)
        )
        AND (SELECT count(*) FROM shown) <= %(most_history_ids)s::bigint AS together,
        public.mesh_memories_allowed(
            %(runtime_agent_id)s::bigint, ARRAY(SELECT recalled.id FROM recalled), (SELECT allowed.ids FROM allowed)
        ) AS memories_together
),

judged_grant AS MATERIALIZED (
    SELECT
        result.id,
        public.mesh_exclusion_rule(
            false, result.audience_id IS NOT NULL, result.audience_id = any(allowed.ids), true
        ) AS rule
    FROM public.tool_results AS result
    CROSS JOIN allowed
    WHERE result.run_id = %(run_id)s::bigint AND result.runtime_agent_id = %(runtime_agent_id)s::bigint
),

judged_memory AS MATERIALIZED (
    SELECT
        recalled.id,
        CASE
            WHEN memory.deleted_at IS NOT NULL THEN 'deleted'
            ELSE public.mesh_exclusion_rule(
                false,
                memory.audience_id IS NOT NULL,
                memory.audience_id = any(allowed.ids),
                public.mesh_lineage_allows(
                    CASE WHEN memory.withheld_at IS NULL THEN class.audience_ids END, allowed.ids
                )
                AND (
                    verdict.memories_together
                    OR public.mesh_memories_allowed(
                        %(runtime_agent_id)s::bigint, ARRAY[recalled.id], allowed.ids
                    )
                )
            )
        END AS rule
    FROM recalled
    CROSS JOIN allowed
    CROSS JOIN verdict
    INNER JOIN public.memories AS memory ON recalled.id = memory.id
    LEFT JOIN public.disclosure_classes AS class ON memory.class_id = class.id
),

judged AS MATERIALIZED (
    SELECT
        shown.id,
        CASE
            WHEN
                event.deleted_at IS NOT NULL
                OR NOT public.mesh_is_unexpired(event.conversation_id, event.sent_at, allowed.everywhere_since)
                THEN 'deleted'
            ELSE public.mesh_exclusion_rule(
                false,
                evidence.audience_id IS NOT NULL,
                evidence.audience_id = any(allowed.ids),
                public.mesh_lineage_allows(
                    CASE WHEN evidence.withheld_at IS NULL THEN class.audience_ids END, allowed.ids
                )
                -- A whole that was refused asks the authority about each part.
                AND (
                    verdict.together
                    OR public.mesh_messages_allowed(%(runtime_agent_id)s::bigint, ARRAY[shown.id], allowed.ids)
                )
            )
        END AS rule
    FROM shown
    CROSS JOIN allowed
    CROSS JOIN verdict
    INNER JOIN public.message_events AS event ON shown.id = event.id
    LEFT JOIN public.message_source_evidence AS evidence ON shown.id = evidence.message_event_id
    LEFT JOIN public.disclosure_classes AS class ON evidence.class_id = class.id
    UNION ALL
    SELECT
        inbound.id,
        'deleted' AS rule
    FROM public.runs AS run
    INNER JOIN public.message_events AS inbound ON run.inbound_message_id = inbound.id
    WHERE
        run.id = %(run_id)s::bigint
        AND (
            inbound.deleted_at IS NOT NULL
            OR public.mesh_is_expired(inbound.conversation_id, inbound.sent_at)
        )
),

denied AS MATERIALIZED (
    SELECT
        judged.id,
        judged.rule
    FROM judged
    WHERE judged.rule IS NOT NULL
)

SELECT
    (SELECT verdict.together AND verdict.memories_together FROM verdict)
    AND NOT EXISTS (SELECT 1 FROM denied)
    AND NOT EXISTS (
        SELECT 1 FROM judged_memory
        WHERE judged_memory.rule IS NOT NULL
    )
    AND NOT EXISTS (
        SELECT 1 FROM judged_grant
        WHERE judged_grant.rule IS NOT NULL
    ) AS deliverable,
    ARRAY(
        SELECT denied.id FROM denied
        ORDER BY denied.id
    ) AS denied_ids,
    ARRAY(
        SELECT denied.rule FROM denied
        ORDER BY denied.id
    ) AS denied_rules,
    ARRAY(
        SELECT shown.id FROM shown
        ORDER BY shown.id
    ) AS message_ids,
    ARRAY(
        SELECT judged_memory.id FROM judged_memory
        WHERE judged_memory.rule IS NOT NULL
        ORDER BY judged_memory.id
    ) AS denied_memory_ids,
    ARRAY(
        SELECT judged_memory.rule FROM judged_memory
        WHERE judged_memory.rule IS NOT NULL
        ORDER BY judged_memory.id
    ) AS denied_memory_rules,
    ARRAY(
        SELECT recalled.id FROM recalled
        ORDER BY recalled.id
    ) AS memory_ids,
    ARRAY(
        SELECT judged_grant.id FROM judged_grant
        WHERE judged_grant.rule IS NOT NULL
        ORDER BY judged_grant.id
    ) AS denied_tool_result_ids,
    ARRAY(
        SELECT judged_grant.rule FROM judged_grant
        WHERE judged_grant.rule IS NOT NULL
        ORDER BY judged_grant.id
    ) AS denied_tool_result_rules,
    ARRAY(
        SELECT judged_grant.id FROM judged_grant
        ORDER BY judged_grant.id
    ) AS tool_result_ids;
