-- Writes the audit row of one search; the destination is the room's audience at this moment.
INSERT INTO public.conversation_search_events (
    runtime_agent_id, run_id, tool_call_id, requester_id, duration_ms, status, refusal, query_digest, filters,
    destination, selected, neighbour_ids, matched, exclusions, ceiling_reached, ranking, degraded, replay_of_id
)
SELECT
    run.runtime_agent_id,
    run.id,
    %(tool_call_id)s::bigint,
    run.requester_id,
    %(duration_ms)s::double precision,
    %(status)s::text,
    %(refusal)s::text,
    %(query_digest)s::text,
    %(filters)s::jsonb,
    to_jsonb(public.mesh_destination_audience(run.conversation_id, run.requester_id)) AS destination,
    %(selected)s::jsonb,
    %(neighbour_ids)s::jsonb,
    %(matched)s::integer,
    %(exclusions)s::jsonb,
    %(ceiling_reached)s::boolean,
    %(ranking)s::text,
    %(degraded)s::jsonb,
    %(replay_of)s::bigint
FROM public.runs AS run
WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
RETURNING id;
