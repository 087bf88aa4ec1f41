-- The words of a text, stemmed, with their places; used by triggers, rebuild and whoever must know what a word matches.
CREATE OR REPLACE FUNCTION public.mesh_search_vector(content text)
RETURNS tsvector
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN ts_delete(to_tsvector('public.mesh_message'::regconfig, public.mesh_search_words(content)), '/x');
