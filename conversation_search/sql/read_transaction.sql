-- Tells the time and the number of the present transaction.
SELECT
    statement_timestamp() AS now,
    pg_current_xact_id()::text AS transaction_id;
