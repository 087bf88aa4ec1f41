-- The time of the database, by which everything that is received is dated.
SELECT statement_timestamp() AS now;
