-- Lists the views that a reader saved for one page, or for all, by name.
SELECT
    view.id,
    view.page,
    view.name,
    view.query
FROM public.saved_views AS view
WHERE view.user_id = %(user_id)s::bigint AND (%(page)s::text IS NULL OR view.page = %(page)s::text)
ORDER BY view.page, view.name;
