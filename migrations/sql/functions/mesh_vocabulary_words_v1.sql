-- Which words of one piece of a text belong into the vocabulary: of 4 to 40 characters, without digits. Shorter ones
-- are found by their beginning; longer ones and numbers are pasted, not misspelt.
CREATE FUNCTION public.mesh_vocabulary_words(exact_vector tsvector)
RETURNS SETOF text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
BEGIN ATOMIC
    SELECT word.content
    FROM unnest(tsvector_to_array(exact_vector)) AS word (content)
    WHERE length(word.content) BETWEEN 4 AND 40 AND word.content !~ '[0-9]';
END;
