-- The words of folded text, as they are matched on both sides: lower case, no accents, set apart by spaces.
-- Each step is guarded by a cheap look, because most messages need few of them. No step raises, and none catches.
CREATE FUNCTION public.mesh_search_clean(folded text)
RETURNS text
LANGUAGE plpgsql
IMMUTABLE
STRICT
PARALLEL SAFE
AS $$
DECLARE
    words text;
    symbol text;
    is_ascii boolean := octet_length(folded) = length(folded);
BEGIN
    IF is_ascii THEN
        words := lower(folded COLLATE "C");
    ELSE
        -- Whether a sigma ends its word is no difference.
        words := translate(
            lower(public.unaccent('public.unaccent'::regdictionary, folded) COLLATE public.mesh_unicode),
            E'\u03c2', E'\u03c3'
        );
    END IF;

    -- c++ and c# are names. Elsewhere these signs are punctuation.
    IF strpos(words, '++') > 0 OR strpos(words, '#') > 0 THEN
        words := regexp_replace(
            regexp_replace(words COLLATE public.mesh_unicode, '\m([a-z])\+\+', '\1plusplus ', 'g'),
            '\m([a-z])#(?![[:alnum:]])', '\1sharp ', 'g'
        );
    END IF;

    -- John's is John, don't is dont: in speech and in haste the apostrophe is left out.
    IF strpos(words, '''') > 0 THEN
        words := regexp_replace(
            regexp_replace(words COLLATE public.mesh_unicode, '([[:alpha:]])''s\M', '\1', 'g'),
            '([[:alpha:]])''(?=[[:alpha:]])', '\1', 'g'
        );
    END IF;

    IF is_ascii THEN
        words := regexp_replace(words, '[^a-z0-9 \x1f]+', ' ', 'g');
    ELSE
        -- Emoji are words. Their names begin as no word does, so that no beginning of a word finds them.
        IF words ~ '[\u203c\u2049\u231a-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]' THEN
            FOR symbol IN
                SELECT DISTINCT found.symbols[1]
                FROM regexp_matches(
                    words, '[\u203c\u2049\u231a-\u23ff\u25a0-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]', 'g'
                ) AS found (symbols)
            LOOP
                words := replace(words, symbol, ' xu' || to_hex(ascii(symbol)) || 'x ');
            END LOOP;
        END IF;

        -- Scripts without spaces: one word a character, with the signs that are written on it.
        IF words ~ '[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\ua9e0-\ua9fe\uaa60-\uaa7f\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]' THEN
            words := regexp_replace(
                words,
                '([\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec7\u0edc-\u0eff'
                '\u1000-\u102a\u103f\u1050-\u1055\u105a-\u105d\u1061\u1065\u1066\u106e-\u1070\u1075-\u1081\u108e'
                '\u1780-\u17b3\u17d7\u17dc\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff'
                '\u3400-\u9fff\ua9e0-\ua9fe\uaa60-\uaa7a\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
                '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059'
                '\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d'
                '\u17b6-\u17d3\u17dd\u3099\u309a]*)',
                ' \1 ', 'g'
            );
        END IF;

        -- Vowel signs of Indic scripts belong to their word, whatever a collation calls them.
        words := regexp_replace(
            words COLLATE public.mesh_unicode,
            '[^[:alnum:] \x1f\u0900-\u0963\u0966-\u0df3\u07a6-\u07b0\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc'
            '\u0ec8-\u0ece\u0f71-\u0f84\u0f90-\u0fbc\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d'
            '\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b6-\u17d3\u17dd\u3099\u309a]+',
            ' ', 'g'
        );
    END IF;

    -- PostgreSQL drops words of more than 2,046 bytes; ours are cut at 200 characters, on both sides. A longer word
    -- fills a whole stretch of 100.
    FOR start IN 1..length(words) - 199 BY 100 LOOP
        IF strpos(substr(words, start, 100), ' ') = 0 THEN
            RETURN array_to_string(
                ARRAY(
                    SELECT left(word.content, 200)
                    FROM unnest(string_to_array(words, ' ')) WITH ORDINALITY AS word (content, place)
                    WHERE word.content <> ''
                    ORDER BY word.place
                ),
                ' '
            );
        END IF;
    END LOOP;
    RETURN words;
END;
$$;
