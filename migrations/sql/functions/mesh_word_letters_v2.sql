-- A word in letters that trigrams are made of under every locale of a database: under C, those of other alphabets are
-- none. Different letters may become the same one, so whoever compares words looks at the words themselves, too.
-- In PL/pgSQL, because a function in SQL is read anew wherever a new word enters the index on it.
CREATE OR REPLACE FUNCTION public.mesh_word_letters(word text)
RETURNS text
LANGUAGE plpgsql
IMMUTABLE
PARALLEL SAFE
AS $$
BEGIN
    IF octet_length(word) = length(word) THEN
        RETURN word;
    END IF;
    RETURN (
        SELECT
            string_agg(
                CASE WHEN ascii(letter.content) < 128 THEN letter.content ELSE chr(97 + ascii(letter.content) % 26) END,
                '' ORDER BY letter.place
            )
        FROM regexp_split_to_table(word, '') WITH ORDINALITY AS letter (content, place)
    );
END;
$$;
