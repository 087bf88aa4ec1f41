-- One piece of a body: at most 4,000 characters, so that no vector grows past what PostgreSQL holds. It overlaps its
-- neighbours by 600: the longest phrase of a query stands whole in one of them. Pieces are counted from 0; from 1,000
-- where a body repeats itself so often that only pieces of 1,000 characters keep the places of its words (a body of one
-- mebibyte has 309 of the others).
CREATE OR REPLACE FUNCTION public.mesh_search_chunk(body text, chunk integer)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN CASE
    WHEN chunk = 0 AND length(body) <= 4000 THEN body
    WHEN chunk < 1000
        THEN public.mesh_search_cut(
            substr(body, chunk * 3400 + 1, 4000), chunk = 0, chunk * 3400 + 4000 >= length(body)
        )
    ELSE public.mesh_search_cut(
        substr(body, (chunk - 1000) * 400 + 1, 1000), chunk = 1000, (chunk - 1000) * 400 + 1000 >= length(body)
    )
END;
