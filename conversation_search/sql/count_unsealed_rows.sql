-- Counts the rows of a table after an id that have no number in a stream yet.
SELECT
    public.mesh_count_unsealed(
        %(stream)s::text, %(table)s::text, %(settled_by)s::text, %(after_id)s::bigint, %(most)s::integer
    ) AS rows;
