-- Finds the lowest number of a stream, up to one, whose row is still named by a row beyond that number: it and what
-- follows it cannot go yet. NULL when there is none.
CREATE FUNCTION public.mesh_held_number(stream text, source text, named_by text, last_number bigint)
RETURNS bigint
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
    found bigint;
BEGIN
    EXECUTE format(
        $sql$
            SELECT min(entry.number)
            FROM public.%1$I AS later
            INNER JOIN public.audit_seal_entries AS entry ON entry.stream = $1 AND entry.row_id = later.%2$I
            LEFT JOIN public.audit_seal_entries AS own ON own.stream = $1 AND own.row_id = later.id
            WHERE later.%2$I IS NOT NULL AND entry.number <= $2 AND (own.number IS NULL OR own.number > $2)
        $sql$,
        source,
        named_by
    )
    INTO found USING stream, last_number;
    RETURN found;
END;
$$;
