-- The one lineage predicate: is every audience behind a text allowed? An unknown lineage (NULL) is not.
CREATE FUNCTION public.mesh_lineage_allows(class_audience_ids bigint [], allowed_audience_ids bigint [])
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN class_audience_ids <@ allowed_audience_ids;
