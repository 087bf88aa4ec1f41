-- A tombstone that may go goes, with the evidence and the lineage that it was kept for. Every other removal is refused.
-- The first argument says what is removed, the second which column names it.
CREATE FUNCTION public.mesh_guard_removal()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF NOT public.mesh_may_remove(TG_ARGV[0], (to_jsonb(OLD) ->> TG_ARGV[1])::bigint) THEN
        RAISE EXCEPTION '% on % is refused', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation', HINT = 'Only tombstones on which nothing is built are removed.';
    END IF;
    RETURN OLD;
END;
$$;

DROP TRIGGER message_events_kept ON public.message_events;
DROP TRIGGER message_source_evidence_kept ON public.message_source_evidence;
DROP TRIGGER memory_provenance_append_only ON public.memory_provenance;
DROP TRIGGER memories_kept ON public.memories;
CREATE TRIGGER message_events_kept BEFORE DELETE ON public.message_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_removal('message', 'id');
CREATE TRIGGER message_source_evidence_kept BEFORE DELETE ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_removal('message', 'message_event_id');
CREATE TRIGGER memory_provenance_append_only BEFORE UPDATE ON public.memory_provenance
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memory_provenance_kept BEFORE DELETE ON public.memory_provenance
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_removal('message', 'message_event_id');
CREATE TRIGGER memories_kept BEFORE DELETE ON public.memories
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_removal('memory', 'id');
