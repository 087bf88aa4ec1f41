-- Are all these texts of external tools there, each granted to an audience that is allowed? None (NULL) are.
CREATE FUNCTION public.mesh_grants_allowed(of_tool_result_ids bigint[], allowed_audience_ids bigint[])
RETURNS boolean
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN cardinality(of_tool_result_ids) IS NOT DISTINCT FROM 0 OR (
    SELECT
        coalesce(
            bool_and(coalesce(public.mesh_lineage_allows(ARRAY[result.audience_id], allowed_audience_ids), false)),
            true
        )
    FROM unnest(of_tool_result_ids) AS source (id)
    LEFT JOIN public.tool_results AS result ON source.id = result.id
);
