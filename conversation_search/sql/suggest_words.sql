-- Tells for words that found nothing whether eligible messages hold words that begin with them, and which words of the
-- vocabulary hold them or look like them and stand in an eligible message. Every choice and limit comes after that.
WITH run AS MATERIALIZED (
    SELECT
        run.id,
        run.runtime_agent_id
    FROM public.runs AS run
    WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
),

allowed_audience AS MATERIALIZED (
    SELECT allowed.id
    FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS allowed (id)
),

expiry AS MATERIALIZED (SELECT found.* FROM public.mesh_expiry(%(runtime_agent_id)s::bigint) AS found),

speaker AS MATERIALIZED (
    SELECT actor.id
    FROM run
    INNER JOIN public.actors AS actor ON run.runtime_agent_id = actor.runtime_agent_id
    WHERE CASE %(speaker)s::text
        WHEN 'you' THEN actor.is_agent
        WHEN
            'requester'
            THEN actor.id IN (SELECT own.id FROM public.mesh_requester_actors(%(run_id)s::bigint) AS own (id))
    END
),

-- Documents within the filters that may be shown here, those that were shown as well: a repeated call finds the same.
eligible AS NOT MATERIALIZED (
    SELECT
        document.tsv,
        document.exact_tsv
    FROM public.message_search_documents AS document
    WHERE
        document.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND (%(after)s::timestamptz IS NULL OR document.sent_at >= %(after)s::timestamptz)
        AND (%(before)s::timestamptz IS NULL OR document.sent_at < %(before)s::timestamptz)
        AND (%(speaker)s::text = 'anyone' OR document.actor_id IN (SELECT speaker.id FROM speaker))
        AND public.mesh_is_unexpired_there(
            document.conversation_id, document.sent_at,
            (SELECT expiry.since FROM expiry), (SELECT expiry.rooms FROM expiry)
        )
        AND public.mesh_exclusion_rule(
            false,
            document.audience_id IS NOT NULL,
            document.audience_id IN (SELECT allowed_audience.id FROM allowed_audience),
            (
                SELECT
                    public.mesh_lineage_allows(
                        class.audience_ids,
                        ARRAY(
                            SELECT member.id
                            FROM unnest(class.audience_ids) AS member (id)
                            WHERE (member.id IN (SELECT allowed_audience.id FROM allowed_audience)) IS true
                        )
                    )
                FROM (SELECT document.class_id AS id) AS own
                LEFT JOIN public.disclosure_classes AS class ON own.id = class.id
            )
        ) IS NULL
)

SELECT
    (wanted.position - 1)::integer AS position,
    exists(
        SELECT 1 FROM eligible
        WHERE eligible.tsv @@ ('''' || wanted.word || ''':*')::tsquery
    ) AS begins,
    similar_word.word,
    similar_word.query,
    similar_word.holds
FROM unnest(%(words)s::text[]) WITH ORDINALITY AS wanted (word, position)
LEFT JOIN
    LATERAL (
        SELECT
            known.word,
            phraseto_tsquery('public.mesh_message'::regconfig, known.word)::text AS query,
            known.holds,
            known.similarity
        FROM public.mesh_similar_words(%(runtime_agent_id)s::bigint, wanted.word) AS known
        CROSS JOIN
            LATERAL (
                SELECT 1
                FROM eligible
                WHERE
                    eligible.tsv @@ phraseto_tsquery('public.mesh_message'::regconfig, known.word)
                    AND eligible.exact_tsv @@ phraseto_tsquery('public.mesh_exact'::regconfig, known.word)
                LIMIT 1 -- noqa: AM09
            ) AS found
        WHERE length(wanted.word) >= %(shortest)s::integer
        ORDER BY known.holds DESC, known.similarity DESC, known.word ASC
        LIMIT %(at_most)s::bigint
    ) AS similar_word
    ON true
ORDER BY wanted.position ASC, similar_word.holds DESC, similar_word.similarity DESC, similar_word.word ASC;
