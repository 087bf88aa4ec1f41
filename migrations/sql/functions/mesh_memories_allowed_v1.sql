-- May these very memories be shown, where so many audiences allow it? Asks the walk of their lineage.
CREATE FUNCTION public.mesh_memories_allowed(
    of_runtime_agent_id bigint, memory_ids bigint[], allowed_audience_ids bigint[]
)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL RESTRICTED
RETURN public.mesh_lineage_walk(of_runtime_agent_id, '{}'::bigint[], memory_ids, allowed_audience_ids);
