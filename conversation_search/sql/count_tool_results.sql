-- Counts the texts of external tools that a run was given.
SELECT count(*)::integer AS results
FROM public.tool_results AS result
WHERE result.run_id = %(run_id)s::bigint AND result.runtime_agent_id = %(runtime_agent_id)s::bigint;
