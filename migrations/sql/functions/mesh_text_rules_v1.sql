-- One Unicode collation under every server, and a text search configuration that stems and drops no word.
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM pg_catalog.pg_collation WHERE collname = 'pg_unicode_fast') THEN
        CREATE COLLATION public.mesh_unicode (provider = builtin, locale = 'PG_UNICODE_FAST');
    ELSIF EXISTS (SELECT 1 FROM pg_catalog.pg_collation WHERE collname = 'und-x-icu') THEN
        CREATE COLLATION public.mesh_unicode FROM pg_catalog."und-x-icu";
    ELSE
        RAISE EXCEPTION 'this PostgreSQL has no Unicode collation'
            USING HINT = 'Use PostgreSQL 18 or newer, or one that was built with ICU.';
    END IF;
END;
$$;
CREATE TEXT SEARCH DICTIONARY public.mesh_english_stem (TEMPLATE = pg_catalog.snowball, LANGUAGE = english);
CREATE TEXT SEARCH CONFIGURATION public.mesh_message (COPY = pg_catalog.simple);
ALTER TEXT SEARCH CONFIGURATION public.mesh_message
ALTER MAPPING FOR asciiword, word, numword, asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart
WITH public.mesh_english_stem;
