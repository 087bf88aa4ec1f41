-- Tells which of these queries match which of these passages, each passage as if it were a text of its own. Where a
-- query has an exact form, the passage must match it as it is written, too.
WITH passage AS MATERIALIZED (
    SELECT
        given.content,
        public.mesh_search_vector(given.content) AS tsv
    FROM unnest(%(passages)s::text[]) AS given (content)
)

SELECT
    passage.content,
    bit_or(1::bigint << (clause.position - 1)::integer) AS bits
FROM passage
INNER JOIN unnest(%(queries)s::tsquery[], %(exact)s::tsquery[]) WITH ORDINALITY AS clause (query, exact, position)
    ON
        passage.tsv @@ clause.query
        AND CASE
            WHEN clause.exact IS NULL THEN true
            ELSE public.mesh_search_exact_vector(passage.content) @@ clause.exact
        END
GROUP BY passage.content;
