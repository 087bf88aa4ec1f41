-- The class of a text with this audience that was built on these messages, memories and texts of external tools: all
-- their audiences together, or NULL (unknown for good) when one of them is missing, has no evidence, is withheld or has
-- an unknown class itself. The caller holds a lock on every message and memory.
CREATE FUNCTION public.mesh_close_lineage(
    of_runtime_agent_id bigint, own_audience_id bigint, source_message_ids bigint[],
    source_memory_ids bigint[] DEFAULT '{}', source_tool_result_ids bigint[] DEFAULT '{}'
)
RETURNS bigint
LANGUAGE plpgsql
VOLATILE
SET enable_seqscan = off -- a plan from when the tables were small would scan them for every row
AS $$
DECLARE
    complete boolean;
    together bigint[];
BEGIN
    SELECT count(known.class_id) = count(*)
    INTO complete
    FROM (
        SELECT CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END AS class_id
        FROM unnest(source_message_ids) AS source (id)
        LEFT JOIN public.message_source_evidence AS evidence
            ON evidence.message_event_id = source.id AND evidence.runtime_agent_id = of_runtime_agent_id
        UNION ALL
        SELECT CASE WHEN memory.withheld_at IS NULL AND memory.deleted_at IS NULL THEN memory.class_id END
        FROM unnest(source_memory_ids) AS source (id)
        LEFT JOIN public.memories AS memory
            ON memory.id = source.id AND memory.runtime_agent_id = of_runtime_agent_id
        UNION ALL
        SELECT result.audience_id
        FROM unnest(source_tool_result_ids) AS source (id)
        LEFT JOIN public.tool_results AS result
            ON result.id = source.id AND result.runtime_agent_id = of_runtime_agent_id
    ) AS known;
    IF
        own_audience_id IS NULL OR source_message_ids IS NULL OR source_memory_ids IS NULL
        OR source_tool_result_ids IS NULL OR NOT complete
    THEN
        RETURN NULL;
    END IF;
    SELECT array_agg(needed.id)
    INTO together
    FROM (
        SELECT member.id
        FROM (
            SELECT evidence.class_id
            FROM public.message_source_evidence AS evidence
            WHERE evidence.message_event_id = ANY (source_message_ids)
            UNION
            SELECT memory.class_id
            FROM public.memories AS memory
            WHERE memory.id = ANY (source_memory_ids)
        ) AS source
        INNER JOIN public.disclosure_classes AS class ON class.id = source.class_id
        CROSS JOIN LATERAL unnest(class.audience_ids) AS member (id)
        UNION
        SELECT result.audience_id
        FROM public.tool_results AS result
        WHERE result.id = ANY (source_tool_result_ids)
    ) AS needed (id);
    RETURN public.mesh_intern_class(of_runtime_agent_id, own_audience_id || together);
END;
$$;
