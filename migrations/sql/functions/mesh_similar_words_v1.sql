-- The words of a vocabulary that hold a word, then those that share letters with it, the most alike first. Whether any
-- of them may be told is not asked here: whoever suggests it must find it in an eligible message.
-- 0.25 of the groups of three letters in common: a mistake in the middle of a word of six leaves 0.27.
CREATE FUNCTION public.mesh_similar_words(of_runtime_agent_id bigint, wanted text)
RETURNS TABLE (word text, holds boolean, similarity real)
LANGUAGE sql
STABLE
PARALLEL SAFE
SET pg_trgm.similarity_threshold = 0.25 -- noqa: PRS
AS $$
    SELECT
        known.word,
        strpos(known.word, wanted) > 0,
        max(public.similarity(public.mesh_word_letters(known.word), public.mesh_word_letters(wanted)))
    FROM public.search_vocabulary AS known
    WHERE
        known.runtime_agent_id = of_runtime_agent_id
        AND (
            public.mesh_word_letters(known.word) LIKE '%' || public.mesh_word_letters(wanted) || '%'
            OR public.mesh_word_letters(known.word) OPERATOR(public.%) public.mesh_word_letters(wanted)
        )
    GROUP BY known.word
    ORDER BY 2 DESC, 3 DESC, 1
$$;
