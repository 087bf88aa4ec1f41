-- Withholds what was built directly on messages or memories that are gone, since it may quote them, and empties the
-- memories whose last source is gone with them; those count as gone in their turn.
CREATE OR REPLACE FUNCTION public.mesh_withhold_quotes(
    message_ids bigint[], memory_ids bigint[], gone_at timestamptz
)
RETURNS void
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    gone bigint[] := message_ids;
    gone_memories bigint[] := memory_ids;
    quoting bigint[];
BEGIN
    WHILE cardinality(gone) > 0 OR cardinality(gone_memories) > 0 LOOP
        -- Named first: joined with what is gone itself, no index of the evidence would serve.
        quoting := ARRAY(
            SELECT provenance.message_event_id
            FROM public.memory_provenance AS provenance
            WHERE
                provenance.history_message_ids && gone
                OR provenance.answered_message_id = ANY (gone)
                OR provenance.memory_ids && gone_memories
        );
        UPDATE public.message_source_evidence AS evidence
        SET withheld_at = gone_at
        WHERE evidence.message_event_id = ANY (gone || quoting) AND evidence.withheld_at IS NULL;
        -- In id order, against deadlocks.
        quoting := ARRAY(
            SELECT memory.id
            FROM public.memories AS memory
            WHERE
                memory.deleted_at IS NULL
                AND (
                    memory.history_message_ids && gone
                    OR memory.answered_message_id = ANY (gone)
                    OR memory.memory_ids && gone_memories
                )
            ORDER BY memory.id FOR NO KEY UPDATE
        );
        UPDATE public.memories AS memory
        SET withheld_at = gone_at
        WHERE memory.id = ANY (quoting) AND memory.withheld_at IS NULL;
        gone_memories := public.mesh_empty_memories(quoting, gone_at);
        gone := NULL;
    END LOOP;
END;
$$;
