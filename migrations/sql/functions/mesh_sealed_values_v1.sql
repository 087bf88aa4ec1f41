-- Writes the expression that gives the columns of a table, called `sealed`, as an array of texts that no setting,
-- driver or server version changes: `=` and the value, or nothing for NULL. A moment is its microseconds since 1970 in
-- UTC, a float its eight bytes, bytes are hexadecimal; docs/audit-seal.md says what becomes of them.
CREATE FUNCTION public.mesh_sealed_values(source text, columns text[])
RETURNS text
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
    expressions text[];
BEGIN
    SELECT array_agg(
        format(
            CASE format_type(attribute.atttypid, NULL)
                WHEN 'timestamp with time zone'
                    THEN 'coalesce(''='' || trunc(extract(epoch FROM sealed.%I) * 1000000)::text, '''')'
                WHEN 'double precision' THEN 'coalesce(''='' || encode(float8send(sealed.%I), ''hex''), '''')'
                WHEN 'bytea' THEN 'coalesce(''='' || encode(sealed.%I, ''hex''), '''')'
                WHEN 'bigint[]' THEN 'coalesce(''='' || to_jsonb(sealed.%I)::text, '''')'
                WHEN 'integer[]' THEN 'coalesce(''='' || to_jsonb(sealed.%I)::text, '''')'
                WHEN 'text[]' THEN 'coalesce(''='' || to_jsonb(sealed.%I)::text, '''')'
                ELSE 'coalesce(''='' || sealed.%I::text, '''')'
            END,
            wanted.name
        )
        ORDER BY wanted.place
    )
    INTO expressions
    FROM unnest(columns) WITH ORDINALITY AS wanted (name, place)
    INNER JOIN pg_catalog.pg_attribute AS attribute
        ON attribute.attrelid = to_regclass(format('public.%I', source)) AND attribute.attname = wanted.name;
    IF cardinality(expressions) IS DISTINCT FROM cardinality(columns) THEN
        RAISE EXCEPTION 'a sealed column of % is missing', source USING ERRCODE = 'undefined_column';
    END IF;
    RETURN format('ARRAY[%s]', array_to_string(expressions, ', '));
END;
$$;
