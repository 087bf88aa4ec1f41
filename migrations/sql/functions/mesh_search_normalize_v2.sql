-- Text as it is matched, on both sides: its words as they stand, set apart by spaces.
CREATE OR REPLACE FUNCTION public.mesh_search_normalize(content text)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN public.mesh_search_clean(public.mesh_search_fold(content));
