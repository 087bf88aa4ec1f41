-- Keeps the proofs by which text follows the reader of a run's room as they are until the transaction ends.
SELECT link.id
FROM public.identity_links AS link
WHERE
    link.person_id IN (
        SELECT own.person_id
        FROM public.runs AS run
        CROSS JOIN LATERAL public.mesh_run_destinations(run.id) AS destination
        INNER JOIN public.actors AS reader
            ON
                (destination.current).connector_id = reader.connector_id
                AND public.mesh_reader_id(reader.external_id, reader.generation)
                = any((destination.current).readers)
        INNER JOIN public.identity_links AS own
            ON reader.id IN (own.first_actor_id, own.second_actor_id)
        WHERE
            run.id = %(run_id)s::bigint
            AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
            AND (destination.current).kind = 'direct'
    )
ORDER BY link.id
FOR SHARE OF link;
