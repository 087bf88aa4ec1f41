-- Reads the numbers of a stream in a range, each with the row that it was given to as it is now; a row that is gone has
-- no content.
CREATE FUNCTION public.mesh_sealed_rows(
    stream text, source text, columns text[], first_number bigint, last_number bigint
)
RETURNS TABLE (number bigint, row_id bigint, leaf bytea, signature bytea, content text[])
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        $sql$
            SELECT
                entry.number,
                entry.row_id,
                entry.leaf,
                entry.signature,
                CASE WHEN sealed.id IS NOT NULL THEN %1$s END
            FROM public.audit_seal_entries AS entry
            LEFT JOIN public.%2$I AS sealed ON sealed.id = entry.row_id
            WHERE entry.stream = $1 AND entry.number BETWEEN $2 AND $3
            ORDER BY entry.number
        $sql$,
        public.mesh_sealed_values(source, columns),
        source
    )
    USING stream, first_number, last_number;
END;
$$;
