-- Lists the transactions of others that may be writing to these tables. Each took this lock before it was given an id,
-- and holds it to its end, also while it is prepared.
SELECT DISTINCT
    relation.relname::text AS table_name,
    held.virtualtransaction AS writer
FROM pg_catalog.pg_locks AS held
INNER JOIN pg_catalog.pg_class AS relation ON held.relation = relation.oid
INNER JOIN pg_catalog.pg_database AS here ON held.database = here.oid
WHERE
    held.locktype = 'relation'
    AND held.mode = 'RowExclusiveLock'
    AND held.granted
    AND held.pid IS DISTINCT FROM pg_backend_pid()
    AND here.datname = current_database()
    AND relation.relnamespace = 'public'::regnamespace
    AND relation.relname = any(%(tables)s::text[]);
