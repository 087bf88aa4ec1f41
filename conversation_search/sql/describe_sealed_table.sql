-- Lists the columns of a table with their types.
SELECT
    attribute.attname::text AS column_name,
    format_type(attribute.atttypid, NULL) AS kind
FROM pg_catalog.pg_attribute AS attribute
WHERE
    attribute.attrelid = to_regclass('public.' || quote_ident(%(table)s::text))
    AND attribute.attnum > 0
    AND NOT attribute.attisdropped
ORDER BY attribute.attnum;
