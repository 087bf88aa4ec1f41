-- Turns the words and phrases of a query into what is matched; a clause without letter, digit or emoji has none. `word`
-- is the one word of letters that a clause consists of, as it is written: only such words fall back on others.
SELECT
    (part.position - 1)::integer AS position,
    nullif(public.mesh_search_clause(part.content)::text, '') AS clause,
    replace(nullif(public.mesh_search_clause(part.content)::text, ''), '<->', '|') AS any_word,
    nullif(public.mesh_search_exact_clause(part.content)::text, '') AS exact,
    CASE
        WHEN
            length(part.normalized) >= %(shortest)s::integer
            AND part.normalized !~ '[0-9 ]'
            AND part.content !~ '[+#]'
            AND numnode(public.mesh_search_exact_clause(part.content)) = 1
            THEN part.normalized
    END AS word,
    coalesce(public.mesh_is_stop_word(part.normalized), false) AS is_stop_word
FROM (
    SELECT
        given.content,
        given.position,
        btrim(public.mesh_search_normalize(given.content)) AS normalized
    FROM unnest(%(contents)s::text[]) WITH ORDINALITY AS given (content, position)
) AS part
ORDER BY part.position;
