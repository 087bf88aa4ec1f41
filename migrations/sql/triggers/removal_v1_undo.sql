-- No message, evidence, lineage or memory is ever removed.
DROP TRIGGER message_events_kept ON public.message_events;
DROP TRIGGER message_source_evidence_kept ON public.message_source_evidence;
DROP TRIGGER memory_provenance_append_only ON public.memory_provenance;
DROP TRIGGER memory_provenance_kept ON public.memory_provenance;
DROP TRIGGER memories_kept ON public.memories;
CREATE TRIGGER message_events_kept BEFORE DELETE ON public.message_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER message_source_evidence_kept BEFORE DELETE ON public.message_source_evidence
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memory_provenance_append_only BEFORE UPDATE OR DELETE ON public.memory_provenance
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memories_kept BEFORE DELETE ON public.memories
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
