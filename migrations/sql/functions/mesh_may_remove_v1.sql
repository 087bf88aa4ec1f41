-- May a tombstone go for good? Only one that an erasure left, once nothing is built on it any more, nothing that could
-- build on it is open, and no hold protects it. A row that is built on it counts while it is there, tombstone or not.
CREATE FUNCTION public.mesh_may_remove(of_kind text, of_subject_id bigint)
RETURNS boolean
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1
        FROM public.erasure_items AS item
        WHERE
            item.kind = of_kind AND item.subject_id = of_subject_id AND item.state = 'erased'
    ) THEN
        RETURN false;
    END IF;
    IF of_kind = 'message' THEN
        RETURN
            EXISTS (
                SELECT 1 FROM public.message_events AS event
                WHERE event.id = of_subject_id AND event.deleted_at IS NOT NULL AND event.body = ''
            )
            AND NOT public.mesh_must_keep(of_subject_id)
            AND NOT EXISTS (
                SELECT 1 FROM public.memory_provenance AS provenance
                WHERE provenance.history_message_ids @> ARRAY[of_subject_id]
            )
            AND NOT EXISTS (
                SELECT 1 FROM public.memory_provenance AS provenance
                WHERE provenance.answered_message_id = of_subject_id
            )
            AND NOT EXISTS (
                SELECT 1 FROM public.memories AS memory
                WHERE memory.history_message_ids @> ARRAY[of_subject_id]
            )
            AND NOT EXISTS (
                SELECT 1 FROM public.memories AS memory WHERE memory.answered_message_id = of_subject_id
            )
            AND NOT EXISTS (
                SELECT 1
                FROM public.ledger_entries AS entry
                INNER JOIN public.runs AS run ON run.id = entry.run_id
                WHERE
                    entry.message_event_id = of_subject_id
                    AND run.closed_at IS NULL AND run.expires_at > statement_timestamp()
            )
            AND NOT EXISTS (
                SELECT 1 FROM public.runs AS run
                WHERE
                    run.inbound_message_id = of_subject_id
                    AND run.closed_at IS NULL AND run.expires_at > statement_timestamp()
            );
    END IF;
    RETURN
        EXISTS (
            SELECT 1 FROM public.memories AS memory
            WHERE memory.id = of_subject_id AND memory.deleted_at IS NOT NULL AND memory.body = ''
        )
        AND NOT public.mesh_memory_is_held(of_subject_id)
        AND NOT EXISTS (
            SELECT 1 FROM public.memory_provenance AS provenance
            WHERE provenance.memory_ids @> ARRAY[of_subject_id]
        )
        AND NOT EXISTS (
            SELECT 1 FROM public.memories AS memory WHERE memory.memory_ids @> ARRAY[of_subject_id]
        )
        AND NOT EXISTS (
            SELECT 1
            FROM public.memory_ledger_entries AS entry
            INNER JOIN public.runs AS run ON run.id = entry.run_id
            WHERE
                entry.memory_id = of_subject_id
                AND run.closed_at IS NULL AND run.expires_at > statement_timestamp()
        );
END;
$$;
