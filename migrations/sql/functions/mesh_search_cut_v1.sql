-- A piece of a text without the words that its edges cut, which are left to the neighbouring piece.
CREATE FUNCTION public.mesh_search_cut(piece text, is_first boolean, is_last boolean)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN regexp_replace(
    regexp_replace(piece, CASE WHEN is_first THEN '^(?!)' ELSE '^\S{0,100}\s' END, ' '),
    CASE WHEN is_last THEN '(?!)$' ELSE '\s\S{0,99}$' END,
    ' '
);
