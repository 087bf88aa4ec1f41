-- Every account of the person a run answers, as proved now: whose messages are the requester's, written before the
-- proof or after. None for a run that answers nobody.
CREATE FUNCTION public.mesh_requester_actors(of_run_id bigint)
RETURNS SETOF bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT run.requester_id
    FROM public.runs AS run
    WHERE run.id = of_run_id AND run.requester_id IS NOT NULL
    UNION ALL
    SELECT linked.id
    FROM public.runs AS run
    CROSS JOIN LATERAL public.mesh_linked_actors(run.requester_id) AS linked (id)
    WHERE run.id = of_run_id AND run.requester_id IS NOT NULL;
END;
