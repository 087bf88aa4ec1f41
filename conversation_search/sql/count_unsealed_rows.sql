-- Counts the rows that have no number in their stream yet, of each stream after an id and up to a most.
SELECT
    coalesce(sum(
        public.mesh_count_unsealed(
            source.stream, source.name, source.settled_by, source.after_id, %(most)s::integer
        )
    ), 0)::bigint AS rows
FROM unnest(
    %(streams)s::text[], %(tables)s::text[], %(settled_by)s::text[], %(after_ids)s::bigint[]
) AS source (stream, name, settled_by, after_id);
