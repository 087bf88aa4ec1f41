-- Lets one process seal, or prune, at a time; the lock ends with the transaction.
SELECT pg_advisory_xact_lock(hashtextextended('audit seal', 0)) IS NOT NULL AS is_locked;
