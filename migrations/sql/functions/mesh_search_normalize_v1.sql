-- Text as it is matched, on both sides: compatibility forms, lower case, words set apart by single spaces.
CREATE FUNCTION public.mesh_search_normalize(content text)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN regexp_replace(
    lower(normalize(content, nfkc) COLLATE public.mesh_unicode), '[^[:alnum:]]+' COLLATE public.mesh_unicode, ' ', 'g'
);
