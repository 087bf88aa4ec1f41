-- The one lineage predicate: is every audience behind a text allowed? An unknown (NULL) or empty lineage is not.
CREATE FUNCTION public.mesh_lineage_allows(class_audience_ids bigint[], allowed_audience_ids bigint[])
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN class_audience_ids <@ allowed_audience_ids AND cardinality(class_audience_ids) > 0;
