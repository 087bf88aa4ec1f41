-- Our collations, and whether the server still sorts and folds by the version that the index was built with.
SELECT
    count(*) AS installed,
    count(*) FILTER (
        WHERE ours.collversion IS DISTINCT FROM pg_catalog.pg_collation_actual_version(ours.oid)
    ) AS outdated
FROM pg_catalog.pg_collation AS ours
WHERE ours.collname = 'mesh_unicode' AND ours.collnamespace = 'public'::regnamespace;
