-- Is every one of these readers among those, by hashing instead of comparing each with each?
CREATE FUNCTION public.mesh_many_readers_within(inner_readers text[], outer_readers text[])
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN inner_readers IS NOT NULL AND outer_readers IS NOT NULL AND NOT EXISTS (
    SELECT reader.external_id FROM unnest(inner_readers) AS reader (external_id)
    EXCEPT
    SELECT reader.external_id FROM unnest(outer_readers) AS reader (external_id)
);
