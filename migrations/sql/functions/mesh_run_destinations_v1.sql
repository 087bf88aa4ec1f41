-- The two audiences a run must satisfy at once: its room as the run was opened, and its room now.
CREATE FUNCTION public.mesh_run_destinations(of_run_id bigint)
RETURNS TABLE (runtime_agent_id bigint, opened public.mesh_audience, current public.mesh_audience)
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        run.runtime_agent_id,
        jsonb_populate_record(NULL::public.mesh_audience, run.destination) AS opened,
        public.mesh_destination_audience(run.conversation_id, run.requester_id) AS current
    FROM public.runs AS run
    WHERE run.id = of_run_id;
END;
