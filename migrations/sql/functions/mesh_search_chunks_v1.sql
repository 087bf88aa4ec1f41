-- A body in pieces of at most 4,000 characters that overlap by 200, so that no vector grows past what PostgreSQL holds.
-- `starts_at` counts characters from 0. A word cut by an edge is left to the neighbouring piece.
CREATE FUNCTION public.mesh_search_chunks(body text)
RETURNS TABLE (chunk integer, starts_at integer, content text)
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
BEGIN ATOMIC
SELECT
    piece.number AS chunk,
    piece.number * 3800 AS starts_at,
    CASE
        WHEN length(body) <= 4000 THEN body
        ELSE regexp_replace(
            regexp_replace(
                substr(body, piece.number * 3800 + 1, 4000),
                CASE WHEN piece.number > 0 THEN '^\S{0,100}\s' ELSE '^(?!)' END,
                ' '
            ),
            CASE WHEN piece.number * 3800 + 4000 < length(body) THEN '\s\S{0,99}$' ELSE '(?!)$' END,
            ' '
        )
    END AS content
FROM generate_series(0, greatest(ceil((length(body) - 4000) / 3800.0), 0)::integer) AS piece (number);
END;
