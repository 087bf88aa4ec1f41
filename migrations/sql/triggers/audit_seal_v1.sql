-- Seals are written once. A number goes with its row, when a pruning covers both.
CREATE FUNCTION public.mesh_keep_unpruned_number()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF TG_OP = 'DELETE' AND public.mesh_is_pruned(OLD.stream, OLD.number) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'manage.py prune_audit removes what is old and sealed.';
END;
$$;

-- A row that was written once goes only when it is sealed and a pruning covers its number.
CREATE FUNCTION public.mesh_keep_unpruned_row()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT 1
        FROM public.audit_seal_entries AS entry
        WHERE
            entry.stream = TG_TABLE_NAME
            AND entry.row_id = OLD.id
            AND public.mesh_is_pruned(entry.stream, entry.number)
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'manage.py prune_audit removes what is old and sealed.';
END;
$$;

-- A pruning begins where the one before it ended, and ends with a whole segment of its checkpoint.
CREATE FUNCTION public.mesh_guard_pruning()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF NEW.first_number IS DISTINCT FROM 1 + coalesce((
        SELECT max(earlier.last_number) FROM public.audit_prunings AS earlier WHERE earlier.stream = NEW.stream
    ), 0) OR NOT EXISTS (
        SELECT 1
        FROM public.audit_checkpoints AS proof
        CROSS JOIN LATERAL jsonb_array_elements(proof.payload::jsonb -> 'segments') AS segment (parts)
        WHERE
            proof.number = NEW.checkpoint_id
            AND segment.parts ->> 'stream' = NEW.stream
            AND (segment.parts ->> 'first')::bigint + (segment.parts ->> 'rows')::bigint - 1 = NEW.last_number
    ) THEN
        RAISE EXCEPTION 'this pruning is refused'
            USING ERRCODE = 'restrict_violation', HINT = 'manage.py prune_audit removes whole sealed segments.';
    END IF;
    RETURN NEW;
END;
$$;

CREATE TRIGGER audit_seal_entries_append_only BEFORE UPDATE OR DELETE ON public.audit_seal_entries
FOR EACH ROW EXECUTE FUNCTION public.mesh_keep_unpruned_number();
CREATE TRIGGER audit_seal_entries_not_truncated BEFORE TRUNCATE ON public.audit_seal_entries
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audit_checkpoints_append_only BEFORE UPDATE OR DELETE ON public.audit_checkpoints
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audit_checkpoints_not_truncated BEFORE TRUNCATE ON public.audit_checkpoints
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audit_prunings_guard BEFORE INSERT ON public.audit_prunings
FOR EACH ROW EXECUTE FUNCTION public.mesh_guard_pruning();
CREATE TRIGGER audit_prunings_append_only BEFORE UPDATE OR DELETE ON public.audit_prunings
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audit_prunings_not_truncated BEFORE TRUNCATE ON public.audit_prunings
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audit_verifications_append_only BEFORE UPDATE OR DELETE ON public.audit_verifications
FOR EACH ROW EXECUTE FUNCTION public.mesh_refuse_change();
CREATE TRIGGER audit_verifications_not_truncated BEFORE TRUNCATE ON public.audit_verifications
FOR EACH STATEMENT EXECUTE FUNCTION public.mesh_refuse_change();
