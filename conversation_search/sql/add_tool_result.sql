-- Records that a run was given text by an external tool, and the readers it was granted to; none of the text.
INSERT INTO public.tool_results (runtime_agent_id, run_id, source, audience_id, recorded_at)
SELECT
    run.runtime_agent_id,
    run.id AS run_id,
    %(source)s::text,
    public.mesh_intern_grant(run.id, %(readers)s::text[]) AS audience_id,
    %(recorded_at)s::timestamptz
FROM public.runs AS run
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
RETURNING id;
