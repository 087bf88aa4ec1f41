-- A word in letters that trigrams are made of under every locale of a database: under C, those of other alphabets are
-- none. Different letters may become the same one, so whoever compares words looks at the words themselves, too.
CREATE FUNCTION public.mesh_word_letters(word text)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN CASE
    WHEN octet_length(word) = length(word) THEN word
    ELSE (
        SELECT
            string_agg(
                CASE WHEN ascii(letter.content) < 128 THEN letter.content ELSE chr(97 + ascii(letter.content) % 26) END,
                '' ORDER BY letter.place
            )
        FROM regexp_split_to_table(word, '') WITH ORDINALITY AS letter (content, place)
    )
END;
