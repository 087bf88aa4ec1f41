-- Readers by the holders that their accounts had at a moment: whoever took one over since read nothing then.
CREATE FUNCTION public.mesh_holders_then(of_connector_id bigint, of_readers text[], at_moment timestamptz)
RETURNS text[]
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT array_agg(DISTINCT holder.id COLLATE "C" ORDER BY holder.id COLLATE "C")
    FROM (
        SELECT
            coalesce(
                (
                    SELECT public.mesh_reader_id(split_part(reader.id, chr(31), 1), earlier.generation)
                    FROM public.actors AS earlier
                    INNER JOIN
                        generate_series(1, nullif(split_part(reader.id, chr(31), 2), '')::integer - 1)
                            AS place (generation)
                        ON
                            earlier.external_id
                            = split_part(reader.id, chr(31), 1) || chr(31) || place.generation::text
                    WHERE earlier.connector_id = of_connector_id AND earlier.retired_at > at_moment
                    ORDER BY earlier.generation
                    LIMIT 1
                ),
                reader.id
            ) AS id
        FROM unnest(of_readers) AS reader (id)
    ) AS holder;
END;
