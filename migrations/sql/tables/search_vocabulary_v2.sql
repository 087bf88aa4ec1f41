-- The message that a row belongs to is of the same agent, so the agent exists: to look it up again cost one message in
-- twenty of indexing.
-- squawk-ignore ban-drop-constraint
ALTER TABLE public.search_vocabulary DROP CONSTRAINT search_vocabulary_runtime_agent_id_fkey;
-- squawk-ignore ban-drop-constraint
ALTER TABLE public.message_search_documents DROP CONSTRAINT message_search_documents_runtime_agent_id_fkey;

-- New words wait in a short list until there are some to sort in at once. Only a misspelt word reads that list.
ALTER INDEX public.search_vocabulary_trigrams SET (fastupdate = true, gin_pending_list_limit = 64);
