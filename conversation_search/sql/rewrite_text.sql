-- Writes every table that holds text anew, and what the planner remembers of their values: files keep nothing deleted.
VACUUM (FULL, ANALYZE)
public.message_events, public.memories, public.message_search_documents, public.search_vocabulary,
pg_catalog.pg_statistic;
