-- Deletes rows of a stream that a pruning covers, with their numbers, and returns how many rows. The guards of the
-- tables ask for that pruning themselves; this is the one way through them.
CREATE FUNCTION public.mesh_prune_rows(stream_name text, source text, first_number bigint, last_number bigint)
RETURNS bigint
LANGUAGE plpgsql
VOLATILE
AS $$
DECLARE
    pruned bigint;
BEGIN
    EXECUTE format(
        $sql$
            DELETE FROM public.%I AS sealed USING public.audit_seal_entries AS entry
            WHERE entry.stream = $1 AND entry.number BETWEEN $2 AND $3 AND sealed.id = entry.row_id
        $sql$,
        source
    )
    USING stream_name, first_number, last_number;
    GET DIAGNOSTICS pruned = ROW_COUNT;
    DELETE FROM public.audit_seal_entries AS entry
    WHERE entry.stream = stream_name AND entry.number BETWEEN first_number AND last_number;
    RETURN pruned;
END;
$$;
