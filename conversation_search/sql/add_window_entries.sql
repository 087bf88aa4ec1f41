-- Puts a history window on the ledger of its run, oldest first, in the revisions that were read.
INSERT INTO public.ledger_entries (runtime_agent_id, run_id, message_event_id, source, position, revision)
SELECT
    %(runtime_agent_id)s::bigint AS runtime_agent_id,
    %(run_id)s::bigint AS run_id,
    entry.message_event_id,
    'window' AS source,
    entry.place - 1 AS position,
    entry.revision
FROM unnest(%(message_ids)s::bigint[], %(revisions)s::integer[]) WITH ORDINALITY
    AS entry (message_event_id, revision, place);
