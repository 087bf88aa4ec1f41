-- Tells whether any row with a higher number of a stream is still there.
CREATE FUNCTION public.mesh_has_sealed_after(stream text, source text, after_number bigint)
RETURNS boolean
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
    found boolean;
BEGIN
    EXECUTE format(
        $sql$
            SELECT EXISTS (
                SELECT 1
                FROM public.audit_seal_entries AS entry
                INNER JOIN public.%I AS sealed ON sealed.id = entry.row_id
                WHERE entry.stream = $1 AND entry.number > $2
            )
        $sql$,
        source
    )
    INTO found USING stream, after_number;
    RETURN found;
END;
$$;
