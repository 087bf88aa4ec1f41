-- Who looked at what is written once.
CREATE TRIGGER access_log_append_only BEFORE UPDATE OR DELETE ON public.access_log
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER access_log_not_truncated BEFORE TRUNCATE ON public.access_log
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
