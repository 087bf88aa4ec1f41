-- Interns the audience of what is said in a room now, and closes the lineage of a text built on these messages,
-- memories and texts of external tools.
WITH own AS MATERIALIZED (
    SELECT public.mesh_intern_audience(
        %(runtime_agent_id)s::bigint, public.mesh_conversation_audience(%(conversation_id)s::bigint)
    ) AS audience_id
)

SELECT
    own.audience_id,
    public.mesh_close_lineage(
        %(runtime_agent_id)s::bigint,
        own.audience_id,
        %(source_ids)s::bigint[],
        %(memory_ids)s::bigint[],
        %(tool_result_ids)s::bigint[]
    ) AS class_id
FROM own;
