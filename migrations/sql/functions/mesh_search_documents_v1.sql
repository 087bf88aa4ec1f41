-- The search documents of a body: its pieces in order, numbered from `first_chunk`, as stems and as written. Trigger,
-- backfill, rebuild and its check all ask this function. A tsvector keeps 255 places of a word: a body in which a piece
-- has more is cut finer. What is cut is what mesh_search_chunk gives for the number of the piece.
CREATE TYPE public.mesh_documents AS (
    first_chunk integer,
    vectors tsvector [],
    exact_vectors tsvector []
);
CREATE FUNCTION public.mesh_search_documents(body text)
RETURNS public.mesh_documents
LANGUAGE plpgsql
IMMUTABLE
STRICT
PARALLEL SAFE
AS $$
DECLARE
    documents public.mesh_documents;
    body_length integer := length(body);
    size integer := 4000;
    step integer := 3400;
    start integer;
    block text := body;
    block_start integer;
    words text;
    exact tsvector;
BEGIN
    documents.first_chunk := 0;
    <<whole>>
    LOOP
        documents.vectors := '{}';
        documents.exact_vectors := '{}';
        block_start := 0;
        FOR number IN 0..greatest(ceil((body_length - size) / step::numeric), 0)::integer LOOP
            start := number * step;
            IF body_length <= size THEN
                words := public.mesh_search_words(body);
            ELSE
                -- A character far inside a text is found by walking to it, so the text is walked in blocks.
                IF number % 20 = 0 THEN
                    block_start := start;
                    block := substr(body, start + 1, 20 * step + size);
                END IF;
                words := public.mesh_search_words(public.mesh_search_cut(
                    substr(block, start - block_start + 1, size), number = 0, start + size >= body_length
                ));
            END IF;
            exact := to_tsvector('public.mesh_exact'::regconfig, words);
            IF documents.first_chunk = 0 AND length(words) > 510 AND EXISTS (
                SELECT 1 FROM unnest(exact) AS word WHERE cardinality(word.positions) >= 255
            ) THEN
                documents.first_chunk := 1000;
                size := 1000;
                step := 400;
                CONTINUE whole;
            END IF;
            documents.vectors[number + 1] := ts_delete(to_tsvector('public.mesh_message'::regconfig, words), '/x');
            documents.exact_vectors[number + 1] := ts_delete(exact, '/x');
        END LOOP;
        RETURN documents;
    END LOOP;
END;
$$;
