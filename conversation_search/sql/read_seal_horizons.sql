-- Reads the highest id that was ever given out in each table; rows with lower ids may still be on their way.
SELECT
    source.name AS table_name,
    coalesce(
        pg_catalog.pg_sequence_last_value(
            pg_catalog.pg_get_serial_sequence('public.' || quote_ident(source.name), 'id')::regclass
        ),
        0
    ) AS highest_id
FROM unnest(%(tables)s::text[]) AS source (name);
