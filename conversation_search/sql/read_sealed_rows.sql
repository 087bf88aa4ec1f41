-- Reads the numbers of a stream in a range, each with its row as it is now.
SELECT
    sealed.number,
    sealed.row_id,
    sealed.leaf,
    sealed.signature,
    sealed.content
FROM public.mesh_sealed_rows(
    %(stream)s::text,
    %(table)s::text,
    %(columns)s::text[],
    %(first)s::bigint,
    %(last)s::bigint
) AS sealed;
