-- Tells whether any row with a higher number of a stream is still there.
SELECT public.mesh_has_sealed_after(%(stream)s::text, %(table)s::text, %(number)s::bigint) AS is_there;
