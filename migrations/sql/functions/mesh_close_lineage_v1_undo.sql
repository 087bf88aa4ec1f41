-- Undoes mesh_close_lineage_v1, whose successor takes more; a call that knows nothing of that finds the successor.
-- squawk-ignore ban-drop-function
DROP FUNCTION public.mesh_close_lineage(bigint, bigint, bigint[]);
