-- Finds another witness for words whose own is gone, and forgets those that no message holds any more. A common word is
-- soon met in the latest messages, a rare one is looked up. A witness holds its word in its first ten pieces.
CREATE FUNCTION public.mesh_replace_witness(of_runtime_agent_id bigint, of_message_id bigint, words text[])
RETURNS void
LANGUAGE sql
VOLATILE
BEGIN ATOMIC
    INSERT INTO public.search_vocabulary (runtime_agent_id, message_event_id, word)
    SELECT
        of_runtime_agent_id AS runtime_agent_id,
        witness.message_event_id,
        witness.word
    FROM (
        SELECT
            word.content AS word,
            coalesce(
                (
                    SELECT latest.message_event_id
                    FROM (
                        SELECT
                            document.message_event_id,
                            document.chunk,
                            document.exact_tsv
                        FROM public.message_search_documents AS document
                        WHERE document.runtime_agent_id = of_runtime_agent_id AND document.chunk >= 0
                        ORDER BY document.sent_at DESC, document.message_event_id DESC, document.chunk DESC
                        LIMIT 200
                    ) AS latest
                    WHERE
                        latest.message_event_id <> of_message_id
                        AND latest.chunk % 1000 < 10
                        AND latest.exact_tsv @@ phraseto_tsquery('public.mesh_exact'::regconfig, word.content)
                    LIMIT 1 -- noqa: AM09
                ),
                (
                    SELECT document.message_event_id
                    FROM public.message_search_documents AS document
                    WHERE
                        document.runtime_agent_id = of_runtime_agent_id
                        AND document.message_event_id <> of_message_id
                        AND document.chunk % 1000 < 10
                        AND document.tsv @@ phraseto_tsquery('public.mesh_message'::regconfig, word.content)
                        AND document.exact_tsv @@ phraseto_tsquery('public.mesh_exact'::regconfig, word.content)
                    LIMIT 1 -- noqa: AM09
                )
            ) AS message_event_id
        FROM unnest(words) AS word (content)
        WHERE (
            SELECT 1
            FROM public.search_vocabulary AS known
            WHERE known.runtime_agent_id = of_runtime_agent_id AND known.word = word.content
            LIMIT 1 -- noqa: AM09
        ) IS NULL
    ) AS witness
    WHERE witness.message_event_id IS NOT NULL;
END;
