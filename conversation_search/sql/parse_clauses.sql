-- Turns the words and phrases of a query into what is matched; a clause without a letter or digit has none.
SELECT
    (part.position - 1)::integer AS position,
    nullif(public.mesh_search_clause(part.content)::text, '') AS clause,
    replace(nullif(public.mesh_search_clause(part.content)::text, ''), '<->', '|') AS any_word,
    numnode(plainto_tsquery('pg_catalog.english'::regconfig, part.content)) = 0 AS is_stop_word
FROM unnest(%(contents)s::text[]) WITH ORDINALITY AS part (content, position)
ORDER BY part.position;
