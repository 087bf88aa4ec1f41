-- Tells which of these queries match which of these passages, each passage as if it were a text of its own.
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
INNER JOIN unnest(%(queries)s::tsquery[]) WITH ORDINALITY AS clause (query, position) ON passage.tsv @@ clause.query
GROUP BY passage.content;
