-- Holds rooms against other writers of messages and listings until the transaction ends, in the order given.
SELECT pg_advisory_xact_lock(room.key) IS NOT NULL AS is_locked
FROM unnest(%(keys)s::bigint[]) AS room (key);
