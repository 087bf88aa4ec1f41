-- Counts the rows of a table after an id that have no number in a stream yet, up to a most.
CREATE FUNCTION public.mesh_count_unsealed(
    stream text, source text, settled_by text, after_id bigint, most integer
)
RETURNS bigint
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
    found bigint;
BEGIN
    EXECUTE format(
        $sql$
            SELECT count(*)
            FROM (
                SELECT 1
                FROM public.%1$I AS sealed
                WHERE
                    sealed.id > $1
                    AND %2$s
                    AND NOT EXISTS (
                        SELECT 1 FROM public.audit_seal_entries AS entry
                        WHERE entry.stream = $2 AND entry.row_id = sealed.id
                    )
                LIMIT $3
            ) AS unsealed
        $sql$,
        source,
        CASE WHEN settled_by IS NULL THEN 'true' ELSE format('sealed.%I IS NOT NULL', settled_by) END
    )
    INTO found USING after_id, stream, most;
    RETURN found;
END;
$$;
