-- Deletes rows of a stream that a pruning covers, with their numbers.
SELECT public.mesh_prune_rows(%(stream)s::text, %(table)s::text, %(first)s::bigint, %(last)s::bigint) AS pruned;
