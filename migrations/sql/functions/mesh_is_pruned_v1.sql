-- Tells whether a pruning covers a number of a stream.
CREATE FUNCTION public.mesh_is_pruned(stream_name text, sealed_number bigint)
RETURNS boolean
LANGUAGE sql
STABLE
RETURN EXISTS (
    SELECT 1
    FROM public.audit_prunings AS pruning
    WHERE
        pruning.stream = stream_name
        AND sealed_number BETWEEN pruning.first_number AND pruning.last_number
);
