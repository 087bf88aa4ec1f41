-- Removes the next tombstones of a request on which nothing is built any more.
SELECT public.mesh_remove_tombstones(%(request_id)s::bigint, %(batch)s::bigint) AS removed;
