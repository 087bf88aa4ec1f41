-- What stands for an account among readers: its id, and for everyone after the first holder of the id also which one
-- it is, so that nobody reads what was said to the holder before. No platform's id has the character between them.
CREATE FUNCTION public.mesh_reader_id(external_id text, generation integer)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN CASE WHEN generation = 1 THEN external_id ELSE external_id || chr(31) || generation::text END;
