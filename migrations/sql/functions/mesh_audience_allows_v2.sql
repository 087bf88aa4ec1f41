-- The disclosure rule: may text of this origin be disclosed to this destination? Anything missing or unknown is a no.
CREATE OR REPLACE FUNCTION public.mesh_audience_allows(origin public.mesh_audience, destination public.mesh_audience)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN coalesce(
    -- Cheapest and most often false first: it is asked for every audience of an agent.
    (NOT (origin).restricted OR (origin).conversation_id = (destination).conversation_id)
    AND (
        (origin).visibility = 'public'
        OR (
            (origin).visibility = 'workspace'
            AND (origin).connector_id = (destination).connector_id
            AND (
                (destination).visibility = 'workspace'
                OR ((destination).visibility = 'members' AND cardinality((destination).readers) > 0)
            )
            AND (
                NOT (destination).externally_shared
                OR (
                    (origin).externally_shared
                    AND (origin).conversation_id = (destination).conversation_id
                )
            )
        )
        OR (
            (origin).visibility = 'members'
            AND (origin).connector_id = (destination).connector_id
            AND (destination).visibility = 'members'
            AND cardinality((origin).readers) > 0
            AND cardinality((destination).readers) > 0
            AND (
                (
                    (origin).kind = 'private_channel'
                    AND (destination).kind = 'private_channel'
                    AND (origin).conversation_id = (destination).conversation_id
                    AND (destination).joiners_read_history
                    AND NOT (origin).explicit
                )
                OR public.mesh_readers_within((destination).readers, (origin).readers)
            )
        )
        -- What was said to one person alone follows them to where they alone read.
        OR (
            (origin).visibility = 'members'
            AND (origin).kind = 'direct'
            AND cardinality((origin).readers) = 1
            AND NOT (origin).restricted
            AND (destination).visibility = 'members'
            AND (destination).kind = 'direct'
            AND cardinality((destination).readers) = 1
            AND public.mesh_person_reader((origin).connector_id, (origin).readers[1])
            = any((destination).person_readers)
        )
    )
    AND public.mesh_audience_known(origin)
    AND public.mesh_audience_known(destination),
    false
);
