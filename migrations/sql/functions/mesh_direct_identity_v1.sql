-- The account that a run can prove: its requester, where the run's room is a direct conversation that nobody else
-- reads, when it was opened and now; else NULL.
CREATE FUNCTION public.mesh_direct_identity(of_run_id bigint)
RETURNS bigint
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT requester.id
    FROM public.runs AS run
    CROSS JOIN LATERAL public.mesh_run_destinations(run.id) AS destination
    INNER JOIN public.actors AS requester ON run.requester_id = requester.id
    WHERE
        run.id = of_run_id
        AND NOT requester.is_agent
        AND requester.retired_at IS NULL
        AND (destination.opened).kind = 'direct'
        AND (destination.current).kind = 'direct'
        AND (destination.opened).readers = ARRAY[public.mesh_reader_id(requester.external_id, requester.generation)]
        AND (destination.current).readers = (destination.opened).readers;
END;
