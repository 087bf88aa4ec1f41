-- One piece of a body: at most 4,000 characters, so that no vector grows past what PostgreSQL holds. It overlaps its
-- neighbours by 600: the longest phrase of a query stands whole in one of them. A word cut by an edge is left to the
-- neighbouring piece. Pieces are counted from 0.
CREATE FUNCTION public.mesh_search_chunk(body text, chunk integer)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN CASE
    WHEN length(body) <= 4000 THEN body
    ELSE regexp_replace(
        regexp_replace(
            substr(body, chunk * 3400 + 1, 4000),
            CASE WHEN chunk > 0 THEN '^\S{0,100}\s' ELSE '^(?!)' END,
            ' '
        ),
        CASE WHEN chunk * 3400 + 4000 < length(body) THEN '\s\S{0,99}$' ELSE '(?!)$' END,
        ' '
    )
END;
