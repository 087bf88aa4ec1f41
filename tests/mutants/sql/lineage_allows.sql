-- Whatever a text was built from, only its own audience counts.
CREATE OR REPLACE FUNCTION public.mesh_lineage_allows(class_audience_ids bigint [], allowed_audience_ids bigint [])
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN true;
