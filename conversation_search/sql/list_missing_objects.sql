-- Which of these functions are not installed, and which of these triggers are missing or switched off.
SELECT wanted.name
FROM unnest(%(functions)s::text[]) AS wanted (name)
WHERE
    NOT EXISTS (
        SELECT 1
        FROM pg_catalog.pg_proc AS proc
        WHERE proc.proname = wanted.name AND proc.pronamespace = 'public'::regnamespace
    )
UNION ALL
SELECT wanted.name
FROM unnest(%(triggers)s::text[]) AS wanted (name)
WHERE
    NOT EXISTS (
        SELECT 1
        FROM pg_catalog.pg_trigger AS installed
        WHERE installed.tgname = wanted.name AND installed.tgenabled IN ('O', 'A')
    )
ORDER BY name;
