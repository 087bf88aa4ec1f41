-- Forgets one saved view of a reader.
DELETE FROM public.saved_views AS view
WHERE view.user_id = %(user_id)s::bigint AND view.id = %(view_id)s::bigint;
