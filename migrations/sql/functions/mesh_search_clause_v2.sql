-- One word or one quoted phrase of a query as it is matched: its words in this order, next to each other. A single word
-- is also matched in its other spellings.
CREATE OR REPLACE FUNCTION public.mesh_search_clause(content text)
RETURNS tsquery
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
BEGIN ATOMIC
    WITH given AS (
        SELECT public.mesh_search_fold(content) AS folded
    ),

    spelling AS (
        SELECT given.folded AS content
        FROM given
        UNION ALL
        SELECT variant.content
        FROM given
        CROSS JOIN
            LATERAL unnest(
                string_to_array(
                    CASE
                        WHEN
                            -- noqa: disable=RF01
                            btrim(given.folded, E' !"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~') COLLATE public.mesh_unicode
                            -- noqa: enable=RF01
                            ~ '^(?:[[:alnum:]]+(?:[-,''][[:alnum:]]+)*|[vV]?\d+(?:[.,'']\d+)*)$'
                            THEN public.mesh_search_variants(given.folded)
                    END,
                    E'\x1f'
                )
            ) AS variant (content)
        WHERE variant.content <> ''
    )

    SELECT
        coalesce(string_agg(
            '('
            || phraseto_tsquery('public.mesh_message'::regconfig, public.mesh_search_clean(spelling.content))::text
            || ')',
            ' | '
        ), '')::tsquery
    FROM spelling
    WHERE numnode(phraseto_tsquery('public.mesh_message'::regconfig, public.mesh_search_clean(spelling.content))) > 0;
END;
