-- The other accounts that the one reader of a direct conversation on a connector has proved to be theirs, each with its
-- connector; NULL when there are none, and for every other room.
CREATE FUNCTION public.mesh_person_readers(of_connector_id bigint, of_kind text, of_readers text[])
RETURNS text[]
LANGUAGE sql
STABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT array_agg(known.reader ORDER BY known.reader)
    FROM (
        SELECT
            public.mesh_person_reader(other.connector_id, public.mesh_reader_id(other.external_id, other.generation))
            COLLATE "C" AS reader
        FROM public.actors AS own
        CROSS JOIN LATERAL public.mesh_linked_actors(own.id) AS linked (id)
        INNER JOIN public.actors AS other ON linked.id = other.id
        WHERE
            of_kind = 'direct'
            AND cardinality(of_readers) = 1
            AND own.connector_id = of_connector_id
            AND own.external_id = split_part(of_readers[1], chr(31), 1)
            AND public.mesh_reader_id(own.external_id, own.generation) = of_readers[1]
            AND own.retired_at IS NULL
            AND NOT own.is_agent
    ) AS known;
END;
