-- One word or one quoted phrase of a query as it is matched: its words in this order, next to each other.
CREATE FUNCTION public.mesh_search_clause(content text)
RETURNS tsquery
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN phraseto_tsquery('public.mesh_message'::regconfig, public.mesh_search_normalize(content));
