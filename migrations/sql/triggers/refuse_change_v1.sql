-- Refuses whatever statement it is attached to.
CREATE FUNCTION public.mesh_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', HINT = 'Rows of this table are kept as they were written.';
END;
$$;
