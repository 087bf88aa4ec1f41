-- Reads the newest memories that may be shown in a run now, each vouched for by itself in the moment in which it is
-- read; of those that the run has not been shown yet, no more than it has room for.
WITH allowed AS MATERIALIZED (
    SELECT ARRAY(SELECT audience.id FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS audience (id)) AS ids
),

entry AS MATERIALIZED (
    SELECT shown.memory_id
    FROM public.memory_ledger_entries AS shown
    WHERE shown.run_id = %(run_id)s::bigint AND shown.runtime_agent_id = %(runtime_agent_id)s::bigint
),

newest AS MATERIALIZED (
    SELECT
        memory.id,
        memory.remembered_at,
        memory.body,
        memory.id IN (SELECT entry.memory_id FROM entry) AS is_known
    FROM public.memories AS memory
    WHERE
        memory.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND memory.deleted_at IS NULL
        AND public.mesh_exclusion_rule(
            false,
            memory.audience_id IS NOT NULL,
            memory.audience_id = any((SELECT allowed.ids FROM allowed)::bigint[]),
            public.mesh_lineage_allows(
                (
                    SELECT class.audience_ids
                    FROM public.disclosure_classes AS class
                    WHERE class.id = memory.class_id AND memory.withheld_at IS NULL
                ),
                (SELECT allowed.ids FROM allowed)
            )
        ) IS NULL
        AND public.mesh_memories_allowed(
            %(runtime_agent_id)s::bigint, ARRAY[memory.id], (SELECT allowed.ids FROM allowed)
        )
    ORDER BY memory.id DESC
    LIMIT %(wanted)s::bigint
)

SELECT
    ranked.id AS memory_id,
    ranked.remembered_at,
    ranked.body,
    ranked.is_known
FROM (
    SELECT
        newest.id,
        newest.remembered_at,
        newest.body,
        newest.is_known,
        count(*) FILTER (WHERE NOT newest.is_known) OVER (ORDER BY newest.id DESC) AS place
    FROM newest
) AS ranked
WHERE ranked.is_known OR ranked.place <= %(most)s::bigint - (SELECT count(*) FROM entry)
ORDER BY ranked.id DESC;
