-- Rows that are written once: the audit of searches, lineage, interned audiences and classes, the ledger.
CREATE TRIGGER conversation_search_events_append_only BEFORE UPDATE OR DELETE ON public.conversation_search_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER conversation_search_events_not_truncated BEFORE TRUNCATE ON public.conversation_search_events
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memory_provenance_append_only BEFORE UPDATE OR DELETE ON public.memory_provenance
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER memory_provenance_not_truncated BEFORE TRUNCATE ON public.memory_provenance
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audiences_append_only BEFORE UPDATE OR DELETE ON public.audiences
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audiences_not_truncated BEFORE TRUNCATE ON public.audiences
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER disclosure_classes_append_only BEFORE UPDATE OR DELETE ON public.disclosure_classes
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER disclosure_classes_not_truncated BEFORE TRUNCATE ON public.disclosure_classes
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON public.ledger_entries
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER ledger_entries_not_truncated BEFORE TRUNCATE ON public.ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
