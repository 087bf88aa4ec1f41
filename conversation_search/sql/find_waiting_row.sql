-- Finds the first row of a table after an id whose later part is not written yet.
SELECT public.mesh_waiting_row(%(table)s::text, %(settled_by)s::text, %(after_id)s::bigint) AS row_id;
