-- Decides a reveal once, by someone else than who asked; a granted one lasts some hours from now.
UPDATE public.reveals
SET
    decided_by = %(decided_by)s::bigint,
    decided_by_name = %(decided_by_name)s::text,
    decided_at = statement_timestamp(),
    granted = %(granted)s::boolean,
    expires_at = CASE
        WHEN %(granted)s::boolean THEN statement_timestamp() + make_interval(hours => %(hours)s::integer)
    END
WHERE
    id = %(reveal_id)s::bigint
    AND decided_at IS NULL
    AND asked_by <> %(decided_by)s::bigint
RETURNING id;
