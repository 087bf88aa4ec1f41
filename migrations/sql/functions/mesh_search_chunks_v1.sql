-- A body in its pieces, in order.
CREATE FUNCTION public.mesh_search_chunks(body text)
RETURNS TABLE (chunk integer, content text)
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT
        piece.number AS chunk,
        public.mesh_search_chunk(body, piece.number) AS content
    FROM generate_series(0, greatest(ceil((length(body) - 4000) / 3400.0), 0)::integer) AS piece (number);
END;
