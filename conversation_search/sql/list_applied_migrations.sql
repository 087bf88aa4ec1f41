-- The migrations that were applied to this database.
SELECT
    applied.app,
    applied.name
FROM public.django_migrations AS applied;
