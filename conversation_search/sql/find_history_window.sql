-- Finds the newest messages of a run's room that may be disclosed in it, before a place in its order; ids only.
-- Walks the room from its newest message and stops at the last one wanted: so it is written without joins.
WITH run AS MATERIALIZED (
    SELECT
        run.conversation_id,
        run.inbound_message_id
    FROM public.runs AS run
    WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
),

allowed AS MATERIALIZED (
    SELECT ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids
)

SELECT
    evidence.message_event_id,
    evidence.sent_at
FROM public.message_source_evidence AS evidence
WHERE
    evidence.conversation_id = (SELECT run.conversation_id FROM run)
    AND evidence.sent_at >= (SELECT public.mesh_shown_since(run.conversation_id) FROM run)
    AND (evidence.sent_at, evidence.message_event_id)
    < (coalesce(%(before)s::timestamptz, 'infinity'), coalesce(%(before_id)s::bigint, 0))
    AND public.mesh_exclusion_rule(
        coalesce(evidence.message_event_id = (SELECT run.inbound_message_id FROM run), false),
        true,
        evidence.audience_id IN (SELECT unnest(allowed.ids) FROM allowed),
        public.mesh_lineage_allows(
            (
                SELECT class.audience_ids
                FROM public.disclosure_classes AS class
                WHERE class.id = evidence.class_id AND evidence.withheld_at IS NULL
            ),
            (SELECT allowed.ids FROM allowed)
        )
    ) IS NULL
ORDER BY evidence.sent_at DESC, evidence.message_event_id DESC
LIMIT %(wanted)s::bigint;
