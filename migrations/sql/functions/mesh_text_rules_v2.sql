-- What the second text rules stand on: two extensions, and a configuration that keeps every word as it is written.
-- Both extensions are trusted: whoever may create objects in this database may create them, where they are installed.
DO $$
DECLARE
    needed text;
    found_in text;
BEGIN
    FOREACH needed IN ARRAY ARRAY['unaccent', 'pg_trgm'] LOOP
        BEGIN
            EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I SCHEMA public', needed);
        EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
            RAISE EXCEPTION 'the extension % cannot be created in this database', needed
                USING
                    DETAIL = SQLERRM,
                    HINT = format(
                        'Install the contributed modules of PostgreSQL (Debian: postgresql-contrib), let a superuser '
                        'run CREATE EXTENSION %I SCHEMA public, then migrate again.', needed
                    );
        END;
        SELECT extension.extnamespace::regnamespace::text INTO found_in
        FROM pg_catalog.pg_extension AS extension WHERE extension.extname = needed;
        IF found_in <> 'public' THEN
            RAISE EXCEPTION 'the extension % is in the schema %, not in public', needed, found_in
                USING HINT = format('Let a superuser run ALTER EXTENSION %I SET SCHEMA public, then migrate again.', needed);
        END IF;
    END LOOP;
END;
$$;
CREATE TEXT SEARCH CONFIGURATION public.mesh_exact (COPY = pg_catalog.simple);
