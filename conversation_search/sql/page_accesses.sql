-- Reads one page of who looked at what, newest first, older or newer than one place of that order.
WITH matching AS NOT MATERIALIZED (
    SELECT access.id
    FROM public.page_accesses AS access
    WHERE
        (%(access_id)s::bigint IS NULL OR access.id = %(access_id)s::bigint)
        AND (%(username)s::text IS NULL OR access.username = %(username)s::text)
        AND (%(page)s::text IS NULL OR access.page = %(page)s::text)
        AND (%(action)s::text IS NULL OR access.action = %(action)s::text)
        AND (%(outcome)s::text IS NULL OR access.outcome = %(outcome)s::text)
        AND (%(subject)s::text IS NULL OR access.subject = %(subject)s::text)
        AND (%(after)s::timestamptz IS NULL OR access.accessed_at >= %(after)s::timestamptz)
        AND (%(before)s::timestamptz IS NULL OR access.accessed_at < %(before)s::timestamptz)
        AND (
            NOT %(exports_only)s::boolean OR access.action IN ('exported', 'export_ended')
        )
),

older AS (
    SELECT matching.id
    FROM matching
    WHERE
        NOT %(newer)s::boolean
        AND (%(place_id)s::bigint IS NULL OR matching.id < %(place_id)s::bigint)
    ORDER BY matching.id DESC
    LIMIT %(limit)s::bigint
),

newer AS (
    SELECT matching.id
    FROM matching
    WHERE %(newer)s::boolean AND matching.id > %(place_id)s::bigint
    ORDER BY matching.id
    LIMIT %(limit)s::bigint
),

wanted AS (
    SELECT older.id FROM older
    UNION ALL
    SELECT newer.id FROM newer
)

SELECT
    access.id AS access_id,
    access.accessed_at,
    access.username,
    access.page,
    access.action,
    access.outcome,
    access.subject,
    access.filters,
    access.reason,
    access.details
FROM wanted
INNER JOIN public.page_accesses AS access ON wanted.id = access.id
ORDER BY access.id DESC;
