-- May what was withheld go to its old audience again? Only where an approved erasure released it, and everything gone
-- that it was built on directly was erased by such a one: what another deletion took may still be quoted in it.
CREATE FUNCTION public.mesh_may_release(of_kind text, of_subject_id bigint)
RETURNS boolean
LANGUAGE sql
STABLE
BEGIN ATOMIC
    WITH approved AS (
        SELECT item.request_id
        FROM public.erasure_items AS item
        INNER JOIN public.erasure_requests AS request ON item.request_id = request.id
        WHERE
            item.kind = of_kind
            AND item.subject_id = of_subject_id
            AND item.choice = 'release'
            AND request.status IN ('approved', 'running', 'erased', 'complete', 'incomplete')
    ),

    parent AS (
        SELECT
            provenance.history_message_ids || provenance.answered_message_id AS message_ids,
            provenance.memory_ids
        FROM public.memory_provenance AS provenance
        WHERE of_kind = 'message' AND provenance.message_event_id = of_subject_id
        UNION ALL
        SELECT
            memory.history_message_ids || memory.answered_message_id AS message_ids,
            memory.memory_ids
        FROM public.memories AS memory
        WHERE of_kind = 'memory' AND memory.id = of_subject_id
    ),

    gone AS (
        SELECT
            'message' AS kind,
            named.id
        FROM parent
        CROSS JOIN LATERAL unnest(parent.message_ids) AS named (id)
        LEFT JOIN public.message_events AS event ON named.id = event.id
        WHERE named.id IS NOT NULL AND (event.id IS NULL OR event.deleted_at IS NOT NULL)
        UNION ALL
        SELECT
            'memory' AS kind,
            named.id
        FROM parent
        CROSS JOIN LATERAL unnest(parent.memory_ids) AS named (id)
        LEFT JOIN public.memories AS memory ON named.id = memory.id
        WHERE memory.id IS NULL OR memory.deleted_at IS NOT NULL
    )

    SELECT
        EXISTS (SELECT 1 FROM parent)
        AND EXISTS (SELECT 1 FROM approved)
        AND NOT EXISTS (
            SELECT 1
            FROM gone
            WHERE NOT EXISTS (
                SELECT 1
                FROM public.erasure_items AS erased
                WHERE
                    erased.kind = gone.kind
                    AND erased.subject_id = gone.id
                    AND erased.choice = 'erase'
                    AND erased.request_id IN (SELECT approved.request_id FROM approved)
            )
        );
END;
