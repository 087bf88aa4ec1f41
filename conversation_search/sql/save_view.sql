-- Saves a view under a name, instead of the one that had it; nothing when the reader has too many.
INSERT INTO public.saved_views (user_id, page, name, query)
SELECT
    %(user_id)s::bigint,
    %(page)s::text,
    %(name)s::text,
    %(query)s::text
WHERE (
    SELECT count(*) FROM public.saved_views AS view
    WHERE view.user_id = %(user_id)s::bigint
) < %(most)s::bigint
ON CONFLICT (user_id, page, name) DO UPDATE SET query = excluded.query
RETURNING id;
