-- The disclosure classes of an agent that the lineage predicate allows; 0 stands for unknown lineage.
CREATE FUNCTION public.mesh_allowed_classes(of_runtime_agent_id bigint, allowed_audience_ids bigint[])
RETURNS SETOF bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT class.id
    FROM public.disclosure_classes AS class
    WHERE
        class.runtime_agent_id = of_runtime_agent_id
        AND public.mesh_lineage_allows(class.audience_ids, allowed_audience_ids)
    UNION ALL
    SELECT 0::bigint AS id
    WHERE public.mesh_lineage_allows(NULL::bigint[], allowed_audience_ids);
END;
