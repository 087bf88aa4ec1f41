-- Which of the extensions that the text rules stand on are not where the rules look for them.
SELECT wanted.name
FROM unnest(ARRAY['pg_trgm', 'unaccent']) AS wanted (name)
WHERE
    NOT EXISTS (
        SELECT 1
        FROM pg_catalog.pg_extension AS extension
        WHERE extension.extname = wanted.name AND extension.extnamespace = 'public'::regnamespace
    )
ORDER BY wanted.name;
