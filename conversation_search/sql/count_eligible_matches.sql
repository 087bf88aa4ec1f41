-- Counts the eligible documents that each clause of a query matches, up to a ceiling: only eligible rows are counted.
WITH allowed_audience AS MATERIALIZED (
    SELECT allowed.id
    FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS allowed (id)
),

-- The classes of what was built on nothing, which is most of what is said.
plain_class AS MATERIALIZED (
    SELECT own.id
    FROM (
        SELECT
            (
                SELECT class.id
                FROM public.disclosure_classes AS class
                WHERE
                    class.runtime_agent_id = %(runtime_agent_id)s::bigint
                    AND class.audience_ids[1] = allowed.id
                    AND cardinality(class.audience_ids) = 1
                    AND public.mesh_lineage_allows(class.audience_ids, ARRAY[allowed.id])
            ) AS id
        FROM allowed_audience AS allowed
        OFFSET 0 -- noqa: AM09
    ) AS own
    WHERE own.id IS NOT NULL
),

speaker AS MATERIALIZED (
    SELECT actor.id
    FROM public.runs AS run
    INNER JOIN public.actors AS actor ON run.runtime_agent_id = actor.runtime_agent_id
    WHERE
        run.id = %(run_id)s::bigint
        AND CASE %(speaker)s::text
            WHEN 'you' THEN actor.is_agent
            WHEN 'requester' THEN actor.id = run.requester_id
        END
)

SELECT
    (clause.position - 1)::integer AS position,
    (
        SELECT count(*)
        FROM (
            SELECT 1
            FROM (
                -- OFFSET 0: which index finds the words is not to depend on what the rule costs a row.
                SELECT
                    document.audience_id,
                    document.class_id
                FROM public.message_search_documents AS document
                WHERE
                    document.runtime_agent_id = %(runtime_agent_id)s::bigint
                    AND document.tsv @@ clause.query
                    AND (%(after)s::timestamptz IS NULL OR document.sent_at >= %(after)s::timestamptz)
                    AND (%(before)s::timestamptz IS NULL OR document.sent_at < %(before)s::timestamptz)
                    AND (
                        %(speaker)s::text = 'anyone'
                        OR document.actor_id IN (SELECT speaker.id FROM speaker)
                    )
                OFFSET 0 -- noqa: AM09
            ) AS document
            WHERE
                public.mesh_exclusion_rule(
                    false,
                    document.audience_id IS NOT NULL,
                    document.audience_id IN (SELECT allowed_audience.id FROM allowed_audience),
                    document.class_id IN (SELECT plain_class.id FROM plain_class)
                    OR (
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
            LIMIT %(ceiling)s::bigint -- noqa: AM09
        ) AS found
    )::integer AS matches
FROM unnest(%(clauses)s::tsquery[]) WITH ORDINALITY AS clause (query, position)
ORDER BY clause.position;
