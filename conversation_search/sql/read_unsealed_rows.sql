-- Reads the next rows of a table that have no number in a stream yet, each as the texts of its columns.
SELECT
    unsealed.row_id,
    unsealed.content
FROM public.mesh_unsealed_rows(
    %(stream)s::text,
    %(table)s::text,
    %(columns)s::text[],
    %(settled_by)s::text,
    %(after_id)s::bigint,
    %(most)s::integer
) AS unsealed;
