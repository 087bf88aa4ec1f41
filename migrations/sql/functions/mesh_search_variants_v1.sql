-- Other spellings under which words of folded text are remembered, each ended by U+001F; NULL where there are none:
-- getUserById by its words, t-shirt and PLN-3705 joined, v2.31 without its v, 1,000 without its comma, d'accord without
-- its article.
CREATE FUNCTION public.mesh_search_variants(folded text)
RETURNS text
LANGUAGE plpgsql
IMMUTABLE
STRICT
PARALLEL SAFE
AS $$
DECLARE
    variants text := '';
BEGIN
    IF folded !~ (
        '[[:lower:]][[:upper:]]|[[:upper:]][[:upper:]][[:lower:]][[:lower:]]|\m[vV]\d|[[:alnum:]]-[[:alnum:]]'
        '|\d[,'']\d\d\d|[[:alpha:]]''[[:alpha:]][[:alpha:]][[:alpha:]]' COLLATE public.mesh_unicode
    ) THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(string_agg(
        regexp_replace(
            regexp_replace(found.words[1] COLLATE public.mesh_unicode, '([[:lower:]\d])([[:upper:]])', '\1 \2', 'g'),
            '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g'
        ) || E'\x1f', ''
    ), '')
    INTO variants
    FROM regexp_matches(
        folded COLLATE public.mesh_unicode,
        '\m([[:alnum:]]*(?:[[:lower:]][[:upper:]]|[[:upper:]][[:upper:]][[:lower:]][[:lower:]])[[:alnum:]]*)', 'g'
    ) AS found (words);
    IF strpos(folded, '-') > 0 THEN
        SELECT variants || coalesce(string_agg(replace(found.words[1], '-', '') || E'\x1f', ''), '')
        INTO variants
        FROM regexp_matches(
            folded COLLATE public.mesh_unicode,
            '(?<![[:alnum:]_/.-])([[:alpha:]][[:alnum:]]*(?:-[[:alnum:]]+)+)(?![[:alnum:]_/-])', 'g'
        ) AS found (words);
    END IF;
    IF folded ~ '\d' THEN
        SELECT variants || coalesce(string_agg(
            coalesce(found.words[1], translate(found.words[2], ',''', '')) || E'\x1f', ''
        ), '')
        INTO variants
        FROM regexp_matches(
            folded,
            '\m[vV](\d+(?:\.\d+)*)|(?<![\d,.''])(\d{1,3}(?:[,'']\d{2,3})*[,'']\d{3}(?:\.\d+)?)(?![\d,''])', 'g'
        ) AS found (words);
    END IF;
    IF strpos(folded, '''') > 0 THEN
        SELECT variants || coalesce(string_agg(found.words[1] || E'\x1f', ''), '')
        INTO variants
        FROM regexp_matches(
            folded COLLATE public.mesh_unicode, '(?<=[[:alpha:]])''([[:alpha:]]{3,})', 'g'
        ) AS found (words);
    END IF;
    RETURN nullif(variants, '');
END;
$$;
