-- Whoever writes a message locks messages before documents; in another order one of us would have to give way.
LOCK TABLE public.message_events IN SHARE ROW EXCLUSIVE MODE;

-- Room for the words as they are written, beside their stems; NULL in documents of older rules until they are rebuilt.
-- And for who spoke, as the message itself said, so that no search reads a name anew for each of its matches.
ALTER TABLE public.message_search_documents
ADD COLUMN exact_tsv tsvector,
ADD COLUMN speaker_tsv tsvector,
ADD COLUMN speaker_organization text;

-- The words of each perspective, each with one message that holds it, which is its witness. Two writers may bring a new
-- word at once: no row waits for another, and readers merge them. A witness that goes takes its words along.
-- The words are there to be compared by their letters: no row of them says what may be shown to whom.
CREATE TABLE public.search_vocabulary (
    runtime_agent_id bigint NOT NULL REFERENCES public.runtime_agents (id),
    message_event_id bigint NOT NULL,
    word text COLLATE "C" NOT NULL,
    PRIMARY KEY (message_event_id, word),
    FOREIGN KEY (message_event_id, runtime_agent_id)
    REFERENCES public.message_events (id, runtime_agent_id) ON DELETE CASCADE
);
CREATE INDEX search_vocabulary_word ON public.search_vocabulary (runtime_agent_id, word);
CREATE INDEX search_vocabulary_trigrams ON public.search_vocabulary
USING gin (public.mesh_word_letters(word) public.gin_trgm_ops) WITH (fastupdate = off);
