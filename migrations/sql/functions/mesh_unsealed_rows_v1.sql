-- Reads the next rows of a table that have no number in a stream yet, in the order of their ids. Where `settled_by`
-- names a column, only rows in which it is set count: what is written once, later than its row.
CREATE FUNCTION public.mesh_unsealed_rows(
    stream text, source text, columns text[], settled_by text, after_id bigint, most integer
)
RETURNS TABLE (row_id bigint, content text[])
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        $sql$
            SELECT sealed.id, %1$s
            FROM public.%2$I AS sealed
            WHERE
                sealed.id > $1
                AND %3$s
                AND NOT EXISTS (
                    SELECT 1 FROM public.audit_seal_entries AS entry
                    WHERE entry.stream = $2 AND entry.row_id = sealed.id
                )
            ORDER BY sealed.id
            LIMIT $3
        $sql$,
        public.mesh_sealed_values(source, columns),
        source,
        CASE WHEN settled_by IS NULL THEN 'true' ELSE format('sealed.%I IS NOT NULL', settled_by) END
    )
    USING after_id, stream, most;
END;
$$;
