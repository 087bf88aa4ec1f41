-- One quoted phrase of a query as it is written: what mesh_search_exact_vector must hold.
CREATE FUNCTION public.mesh_search_exact_clause(content text)
RETURNS tsquery
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN phraseto_tsquery('public.mesh_exact'::regconfig, public.mesh_search_normalize(content));
