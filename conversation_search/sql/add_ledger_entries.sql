-- Puts what a search shows on the ledger of its run, in the revision that is shown.
INSERT INTO public.ledger_entries (
    runtime_agent_id, run_id, message_event_id, source, tool_call_id, hit_rank, position, revision
)
SELECT
    %(runtime_agent_id)s::bigint,
    %(run_id)s::bigint,
    entry.message_event_id,
    entry.source,
    %(tool_call_id)s::bigint,
    entry.hit_rank,
    entry.place,
    entry.revision
FROM unnest(
    %(message_ids)s::bigint[],
    %(sources)s::text[],
    %(hit_ranks)s::integer[],
    %(places)s::integer[],
    %(revisions)s::integer[]
) AS entry (message_event_id, source, hit_rank, place, revision);
