-- The words of a text as they are written, at the places they have in mesh_search_vector.
CREATE FUNCTION public.mesh_search_exact_vector(content text)
RETURNS tsvector
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN ts_delete(to_tsvector('public.mesh_exact'::regconfig, public.mesh_search_words(content)), '/x');
