-- Withholds what was built directly on memories that are gone.
SELECT public.mesh_withhold_quotes('{}'::bigint[], %(memory_ids)s::bigint[], statement_timestamp()) IS NULL AS is_done;
