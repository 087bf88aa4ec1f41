-- May these very messages leave, whose audiences allow so much? Asks the walk of their lineage.
CREATE OR REPLACE FUNCTION public.mesh_messages_allowed(
    of_runtime_agent_id bigint, message_ids bigint[], allowed_audience_ids bigint[]
)
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL RESTRICTED
RETURN public.mesh_lineage_walk(of_runtime_agent_id, message_ids, '{}'::bigint[], allowed_audience_ids);
