-- Looks for a row without a number among the next rows of a table up to an id.
SELECT
    looked_at.last_id,
    looked_at.unnumbered_id
FROM public.mesh_unnumbered_rows(
    %(stream)s::text,
    %(table)s::text,
    %(settled_by)s::text,
    %(after_id)s::bigint,
    %(up_to_id)s::bigint,
    %(most)s::integer
) AS looked_at;
