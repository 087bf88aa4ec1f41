-- The classes of what was said to one of these audiences and built on nothing, which is most of what is said.
CREATE FUNCTION public.mesh_plain_classes(of_runtime_agent_id bigint, allowed_audience_ids bigint[])
RETURNS SETOF bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT class.id
    FROM unnest(allowed_audience_ids) AS allowed (id)
    CROSS JOIN LATERAL (
        SELECT class.id
        FROM public.disclosure_classes AS class
        WHERE
            class.runtime_agent_id = of_runtime_agent_id
            AND class.audience_ids[1] = allowed.id
            AND cardinality(class.audience_ids) = 1
            AND public.mesh_lineage_allows(class.audience_ids, ARRAY[allowed.id])
        OFFSET 0 -- noqa: AM09
    ) AS class;
END;
