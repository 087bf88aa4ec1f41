-- Looks at the next rows of a table up to an id: the last one looked at, NULL at the end, and the first of them without
-- a number in a stream.
CREATE FUNCTION public.mesh_unnumbered_rows(
    stream text, source text, settled_by text, after_id bigint, up_to_id bigint, most integer
)
RETURNS TABLE (last_id bigint, unnumbered_id bigint)
LANGUAGE plpgsql
STABLE
AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        $sql$
            WITH page AS MATERIALIZED (
                SELECT sealed.id
                FROM public.%1$I AS sealed
                WHERE sealed.id > $1 AND sealed.id <= $2 AND %2$s
                ORDER BY sealed.id
                LIMIT $3
            )
            SELECT max(page.id), min(page.id) FILTER (WHERE entry.row_id IS NULL)
            FROM page
            LEFT JOIN public.audit_seal_entries AS entry ON entry.stream = $4 AND entry.row_id = page.id
        $sql$,
        source,
        CASE WHEN settled_by IS NULL THEN 'true' ELSE format('sealed.%I IS NOT NULL', settled_by) END
    )
    USING after_id, up_to_id, most, stream;
END;
$$;
