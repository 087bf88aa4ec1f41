-- Audit rows are kept as they were written until they are sealed, old, and pruned.
CREATE OR REPLACE TRIGGER conversation_search_events_append_only
BEFORE UPDATE OR DELETE ON public.conversation_search_events
FOR EACH ROW EXECUTE FUNCTION public.mesh_keep_unpruned_row();
CREATE OR REPLACE TRIGGER access_log_append_only BEFORE UPDATE OR DELETE ON public.access_log
FOR EACH ROW EXECUTE FUNCTION public.mesh_keep_unpruned_row();
CREATE OR REPLACE TRIGGER page_accesses_append_only BEFORE UPDATE OR DELETE ON public.page_accesses
FOR EACH ROW EXECUTE FUNCTION public.mesh_keep_unpruned_row();
