-- The search index: one row a chunk, partitioned by agent so that a search reads the postings of its own perspective.
-- fastupdate is off: with it, inserts stall whenever the pending list is flushed.
-- No index but the last holds the agent, and that one is partial on what always holds: a search for words never reads
-- the whole of an agent beside their postings; only a statement that names the condition walks its latest chunks.
CREATE TABLE public.message_search_documents (
    runtime_agent_id bigint NOT NULL REFERENCES public.runtime_agents (id),
    message_event_id bigint NOT NULL,
    chunk integer NOT NULL,
    conversation_id bigint NOT NULL,
    actor_id bigint NOT NULL,
    sent_at timestamptz NOT NULL,
    audience_id bigint,
    class_id bigint,
    word_count integer NOT NULL,
    tokenizer_version smallint NOT NULL,
    tsv tsvector NOT NULL,
    FOREIGN KEY (message_event_id, runtime_agent_id)
    REFERENCES public.message_events (id, runtime_agent_id) ON DELETE CASCADE
) PARTITION BY HASH (runtime_agent_id);
CREATE INDEX message_search_documents_tsv ON public.message_search_documents USING gin (tsv) WITH (fastupdate = off);
CREATE INDEX message_search_documents_newest
ON public.message_search_documents (runtime_agent_id, sent_at DESC, message_event_id DESC, chunk DESC)
WHERE chunk >= 0;
DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format(
            'CREATE TABLE public.message_search_documents_%s PARTITION OF public.message_search_documents '
            'FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part
        );
        EXECUTE format(
            'ALTER TABLE public.message_search_documents_%s ADD PRIMARY KEY (message_event_id, chunk)', part
        );
    END LOOP;
END;
$$;
