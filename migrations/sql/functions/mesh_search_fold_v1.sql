-- Text with what is invisible or only looks different out of the way: compatibility forms composed, one apostrophe, one
-- hyphen, no zero-width characters, no marks that only guide the reader's voice. Case and accents stay.
-- U+001F is ours: it separates the variants of words, so none comes in from outside.
CREATE FUNCTION public.mesh_search_fold(content text)
RETURNS text
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN CASE
    WHEN octet_length(content) = length(content) THEN translate(content, E'\x1f', ' ')
    ELSE regexp_replace(
        translate(
            normalize(translate(content, E'\u00b4', ''''), nfkc),
            E'\x1f\u2018\u2019\u02bc\u02b9\u2032\u201b\u055a\u2010\u2212\u266f\u00ad\u200b\u200c\u200d\u2060\ufeff',
            E' ''''''''''''''--#'
        ),
        '[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200e\u200f\u202a-\u202e\u2061-\u206f\ufe00-\ufe0f'
        '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f'
        '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0730-\u074a\u20d0-\u20f0'
        '\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]',
        '', 'g'
    )
END;
