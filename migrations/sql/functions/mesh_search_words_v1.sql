-- What is indexed of a text: its words, then the variants of some, so that the places of the words stay true.
-- A slash before an x is a word that no text has, because slashes are spaces: it keeps variants from standing together.
CREATE FUNCTION public.mesh_search_words(content text)
RETURNS text
LANGUAGE plpgsql
IMMUTABLE
STRICT
PARALLEL SAFE
AS $$
DECLARE
    folded text := public.mesh_search_fold(content);
    variants text := public.mesh_search_variants(folded);
BEGIN
    IF variants IS NULL THEN
        RETURN public.mesh_search_clean(folded);
    END IF;
    RETURN replace(public.mesh_search_clean(folded || E'\x1f' || variants), E'\x1f', ' /x ');
END;
$$;
