-- Finds the lowest number of a stream up to one whose row is still named by a later row.
SELECT
    public.mesh_held_number(
        %(stream)s::text, %(table)s::text, %(named_by)s::text, %(last)s::bigint
    ) AS number;
