-- Finds the first row after an id in which a column is not set yet; NULL when there is none.
CREATE FUNCTION public.mesh_waiting_row(source text, settled_by text, after_id bigint)
RETURNS bigint
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
    found bigint;
BEGIN
    EXECUTE format(
        $sql$
            SELECT min(sealed.id) FROM public.%I AS sealed WHERE sealed.id > $1 AND sealed.%I IS NULL
        $sql$,
        source,
        settled_by
    )
    INTO found USING after_id;
    RETURN found;
END;
$$;
