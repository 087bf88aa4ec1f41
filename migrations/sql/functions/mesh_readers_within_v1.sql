-- Is every one of these readers among those? `<@` compares each with each, which takes seconds for large rooms.
CREATE FUNCTION public.mesh_readers_within(inner_readers text[], outer_readers text[])
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN CASE
    WHEN cardinality(inner_readers)::bigint * cardinality(outer_readers) <= 40000 THEN inner_readers <@ outer_readers
    ELSE public.mesh_many_readers_within(inner_readers, outer_readers)
END;
