-- Finds what a run may be shown for a query: every match by the first rule that removes it, and of the eligible ones
-- what ranking weighs, as figures. `matches` holds lists in the order of the fields of `managers.search.Match`.
WITH run AS MATERIALIZED (
    SELECT run.* FROM public.runs AS run
    WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
),

in_context AS MATERIALIZED (
    SELECT entry.message_event_id AS id
    FROM public.ledger_entries AS entry
    WHERE entry.run_id = %(run_id)s::bigint
    UNION ALL
    SELECT run.inbound_message_id AS id
    FROM run
    WHERE run.inbound_message_id IS NOT NULL
),

-- What was sent since has expired nowhere; of what is older the policy of its room is asked.
expiry AS MATERIALIZED (SELECT found.* FROM public.mesh_expiry(%(runtime_agent_id)s::bigint) AS found),

-- Every account of the person who asks, as proved now.
requester AS MATERIALIZED (SELECT own.id FROM public.mesh_requester_actors(%(run_id)s::bigint) AS own (id)),

speaker AS MATERIALIZED (
    SELECT actor.id
    FROM run
    INNER JOIN public.actors AS actor ON run.runtime_agent_id = actor.runtime_agent_id
    WHERE CASE %(speaker)s::text
        WHEN 'you' THEN actor.is_agent
        WHEN 'requester' THEN actor.id IN (SELECT requester.id FROM requester)
    END
),

clause AS MATERIALIZED (
    SELECT
        (1::bigint << (clause.position - 1)::integer) AS bit,
        clause.query,
        clause.exact,
        %(required_bits)s::bigint = 0 OR (1::bigint << (clause.position - 1)::integer) & %(required_bits)s::bigint <> 0
            AS may_drive
    FROM unnest(%(clauses)s::tsquery[], %(exact)s::tsquery[]) WITH ORDINALITY AS clause (query, exact, position)
),

document AS NOT MATERIALIZED (
    SELECT document.* FROM public.message_search_documents AS document
    WHERE
        document.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND (%(after)s::timestamptz IS NULL OR document.sent_at >= %(after)s::timestamptz)
        AND (%(before)s::timestamptz IS NULL OR document.sent_at < %(before)s::timestamptz)
        AND (%(speaker)s::text = 'anyone' OR document.actor_id IN (SELECT speaker.id FROM speaker))
        AND public.mesh_is_unexpired_there(
            document.conversation_id, document.sent_at,
            (SELECT expiry.since FROM expiry), (SELECT expiry.rooms FROM expiry)
        )
),

-- How common is `wanted`, any clause or any required one, lately? It chooses ways to the same result, never the result.
-- `chunk >= 0` always holds; it names the index to walk.
latest_chunk AS MATERIALIZED (
    SELECT
        count(*) FILTER (WHERE chunk.tsv @@ %(wanted)s::tsquery) AS matches,
        count(*) AS chunks
    FROM (
        SELECT document.tsv
        FROM public.message_search_documents AS document
        WHERE
            document.runtime_agent_id = %(runtime_agent_id)s::bigint
            AND document.chunk >= 0
            AND document.sent_at < coalesce(%(before)s::timestamptz, 'infinity')
        ORDER BY document.sent_at DESC, document.message_event_id DESC, document.chunk DESC
        LIMIT 100
    ) AS chunk
),

few AS MATERIALIZED (
    SELECT
        document.conversation_id,
        document.audience_id,
        document.class_id
    FROM document
    WHERE
        (SELECT latest_chunk.matches FROM latest_chunk) = 0
        AND document.tsv @@ %(wanted)s::tsquery
    LIMIT 201 -- noqa: AM09
),

-- Few matches need the rule for few audiences: those behind them, and those of their rooms. NULL stands for all.
needed AS MATERIALIZED (
    SELECT
        CASE
            WHEN (SELECT latest_chunk.matches FROM latest_chunk) = 0 AND (SELECT count(*) FROM few) <= 200
                THEN ARRAY(
                    SELECT few.audience_id
                    FROM few
                    UNION
                    SELECT unnest(class.audience_ids)
                    FROM few
                    INNER JOIN public.disclosure_classes AS class ON few.class_id = class.id
                    UNION
                    SELECT audience.id
                    FROM (
                        SELECT few.conversation_id AS id FROM few
                        UNION
                        SELECT run.conversation_id AS id FROM run
                    ) AS room
                    CROSS JOIN LATERAL (
                        SELECT audience.id FROM public.audiences AS audience
                        WHERE audience.conversation_id = room.id
                        OFFSET 0 -- noqa: AM09
                    ) AS audience
                )
        END AS audience_ids
),

allowed_audience AS MATERIALIZED (
    SELECT allowed.id
    FROM needed
    CROSS JOIN LATERAL public.mesh_allowed_audiences(%(run_id)s::bigint, needed.audience_ids) AS allowed (id)
),

-- Most of what is said was built on nothing: those classes are found at once, the others one by one.
plain_class AS MATERIALIZED (
    SELECT class.id
    FROM (SELECT array_agg(allowed_audience.id) AS ids FROM allowed_audience) AS allowed
    CROSS JOIN LATERAL public.mesh_plain_classes(%(runtime_agent_id)s::bigint, allowed.ids) AS class (id)
),

-- Documents within the filters, each with the first rule that keeps it out, whatever was shown before.
candidate AS NOT MATERIALIZED (
    SELECT
        document.*,
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
        ) AS standing_rule
    FROM document
),

-- Each clause that can drive the search, with its eligible matches up to one more than are ranked.
driving AS MATERIALIZED (
    SELECT
        clause.bit,
        clause.query,
        clause.exact,
        (
            SELECT count(*)
            FROM (
                SELECT 1
                FROM candidate
                WHERE
                    candidate.tsv @@ clause.query
                    AND (clause.exact IS NULL OR candidate.exact_tsv @@ clause.exact)
                    AND candidate.standing_rule IS NULL
                LIMIT %(exhaustive)s::bigint + 1 -- noqa: AM09
            ) AS found
        ) AS matches
    FROM clause
    WHERE clause.may_drive
),

-- The rarest clauses as long as all their matches together can be ranked, and the common rest, NULL when there is none.
-- What is required drives alone: its rarest clause.
pool AS MATERIALIZED (
    SELECT
        coalesce(string_agg(ordered.clause, ' | ') FILTER (WHERE ordered.is_rare), '')::tsquery AS rare,
        (string_agg(ordered.clause, ' | ') FILTER (WHERE NOT ordered.is_rare))::tsquery AS common,
        (array_agg(ordered.exact))[1] AS exact
    FROM (
        SELECT
            '(' || driving.query::text || ')' AS clause,
            driving.exact,
            sum(driving.matches) OVER (ORDER BY driving.matches, driving.bit) <= %(exhaustive)s::bigint AS is_rare,
            row_number() OVER (ORDER BY driving.matches, driving.bit) AS place
        FROM driving
    ) AS ordered
    WHERE %(required_bits)s::bigint = 0 OR ordered.place = 1
),

judged AS NOT MATERIALIZED (
    SELECT
        candidate.*,
        coalesce(
            public.mesh_exclusion_rule(
                candidate.message_event_id IN (SELECT in_context.id FROM in_context), true, true, true
            ),
            candidate.standing_rule,
            public.mesh_exclusion_rule(
                false, true, true, candidate.message_event_id <> all(%(refused_ids)s::bigint[])
            )
        ) AS rule
    FROM candidate
    WHERE
        (SELECT pool.exact FROM pool) IS NULL
        OR candidate.exact_tsv @@ (SELECT pool.exact FROM pool)
),

common_match AS NOT MATERIALIZED (
    SELECT judged.* FROM judged
    WHERE
        judged.rule IS NULL
        AND judged.tsv @@ (SELECT pool.common FROM pool)
        AND NOT judged.tsv @@ (SELECT pool.rare FROM pool)
),

-- Every chunk that matches a rare clause, and the newest eligible ones that match only common clauses: by walking back
-- where one chunk in ten matches, else by word.
found AS (
    SELECT judged.* FROM judged
    WHERE judged.tsv @@ (SELECT pool.rare FROM pool)
    UNION ALL
    (
        SELECT common_match.* FROM common_match
        WHERE
            (SELECT latest_chunk.matches * 10 > latest_chunk.chunks FROM latest_chunk)
            AND (SELECT pool.common IS NOT NULL FROM pool)
            AND common_match.chunk >= 0
            AND common_match.sent_at < coalesce(%(before)s::timestamptz, 'infinity')
        ORDER BY common_match.sent_at DESC, common_match.message_event_id DESC, common_match.chunk DESC
        LIMIT %(newest)s::bigint
    )
    UNION ALL
    (
        SELECT common_match.* FROM common_match
        WHERE
            (SELECT latest_chunk.matches * 10 <= latest_chunk.chunks FROM latest_chunk)
            AND (SELECT pool.common IS NOT NULL FROM pool)
        ORDER BY common_match.sent_at DESC, common_match.message_event_id DESC, common_match.chunk DESC
        LIMIT %(newest)s::bigint
    )
),

-- Which clauses each chunk holds. A required clause may stand in another chunk than the one that was found.
present AS MATERIALIZED (
    SELECT
        found.message_event_id,
        found.conversation_id,
        found.actor_id,
        found.sent_at,
        found.word_count,
        found.rule,
        found.speaker_organization,
        found.speaker_tsv @@ %(any_word)s::tsquery AS is_named,
        CASE
            WHEN found.rule IS NOT NULL AND %(required_bits)s::bigint = 0 THEN 0
            ELSE (
                SELECT coalesce(sum(clause.bit), 0)
                FROM clause
                WHERE
                    (found.tsv @@ clause.query AND (clause.exact IS NULL OR found.exact_tsv @@ clause.exact))
                    OR (
                        clause.bit & %(required_bits)s::bigint <> 0
                        AND EXISTS (
                            SELECT 1
                            FROM public.message_search_documents AS other
                            WHERE
                                other.runtime_agent_id = %(runtime_agent_id)s::bigint
                                AND other.message_event_id = found.message_event_id
                                AND other.tsv @@ clause.query
                                AND (clause.exact IS NULL OR other.exact_tsv @@ clause.exact)
                        )
                    )
            )::bigint
        END AS bits
    FROM found
),

-- One row a message, even where chunks of it disagree. What is not eligible is only counted; nothing of it is weighed.
matched AS MATERIALIZED (
    SELECT
        present.message_event_id,
        min(present.conversation_id) AS conversation_id,
        min(present.actor_id) AS actor_id,
        min(present.sent_at) AS sent_at,
        min(present.word_count) AS word_count,
        max(present.rule) AS rule,
        min(present.speaker_organization) AS speaker_organization,
        bool_or(present.is_named) AS is_named,
        bit_or(present.bits) AS bits
    FROM present
    GROUP BY present.message_event_id
    HAVING bit_or(present.bits) & %(required_bits)s::bigint = %(required_bits)s::bigint
),

eligible AS MATERIALIZED (
    SELECT
        matched.*,
        actor.display_name,
        coalesce(matched.speaker_organization, actor.organization) AS organization
    FROM matched
    INNER JOIN public.actors AS actor ON matched.actor_id = actor.id
    WHERE matched.rule IS NULL
),

-- Rooms in which the requester said something, built on nothing else, that may be disclosed here.
spoken AS MATERIALIZED (
    SELECT room.conversation_id
    FROM (SELECT DISTINCT eligible.conversation_id FROM eligible) AS room
    WHERE EXISTS (
        SELECT 1
        FROM public.message_events AS event
        WHERE
            event.actor_id IN (SELECT requester.id FROM requester)
            AND event.conversation_id = room.conversation_id
            AND event.id IS DISTINCT FROM (SELECT run.inbound_message_id FROM run)
            AND public.mesh_is_unexpired_there(
                event.conversation_id, event.sent_at,
                (SELECT expiry.since FROM expiry), (SELECT expiry.rooms FROM expiry)
            )
            AND (
                SELECT evidence.class_id
                FROM public.message_source_evidence AS evidence
                WHERE evidence.message_event_id = event.id AND evidence.withheld_at IS NULL
            ) IN (SELECT plain_class.id FROM plain_class)
    )
),

-- Names of actors that the query holds a word of, for messages that did not give their speaker's.
named AS MATERIALIZED (
    SELECT speaker.name
    FROM (
        -- OFFSET 0: each name is looked into once, not each of its messages.
        SELECT DISTINCT eligible.display_name AS name
        FROM eligible
        WHERE eligible.is_named IS NULL
        OFFSET 0 -- noqa: AM09
    ) AS speaker
    WHERE public.mesh_search_vector(speaker.name) @@ %(any_word)s::tsquery
),

-- The oldest of what was last said in the current room and may be disclosed here: the turn has most likely seen it.
latest AS MATERIALIZED (
    SELECT min(recent.sent_at) AS since
    FROM (
        SELECT evidence.sent_at
        FROM public.message_source_evidence AS evidence
        WHERE
            evidence.conversation_id = (SELECT run.conversation_id FROM run)
            AND evidence.sent_at >= (SELECT public.mesh_shown_since(run.conversation_id) FROM run)
            AND evidence.withheld_at IS NULL
            AND (evidence.class_id IN (SELECT plain_class.id FROM plain_class)) IS true
        ORDER BY evidence.sent_at DESC, evidence.message_event_id DESC
        LIMIT %(recent_window)s::bigint
    ) AS recent
)

SELECT
    (SELECT pool.common IS NULL FROM pool) AS is_exhaustive,
    (
        SELECT coalesce(bit_or(driving.bit), 0) FROM driving
        WHERE driving.matches > 0
    ) AS matched_bits,
    count(*) AS matched,
    count(*) FILTER (WHERE matched.rule = 'already_in_context') AS already_in_context,
    count(*) FILTER (WHERE matched.rule = 'no_evidence') AS no_evidence,
    count(*) FILTER (WHERE matched.rule = 'audience') AS audience,
    count(*) FILTER (WHERE matched.rule = 'lineage') AS lineage,
    (
        SELECT
            coalesce(
                json_agg(
                    json_build_array(
                        eligible.message_event_id,
                        extract(EPOCH FROM eligible.sent_at)::double precision,
                        eligible.word_count,
                        eligible.bits,
                        (eligible.conversation_id = run.conversation_id)::integer,
                        coalesce(
                            eligible.conversation_id = run.conversation_id AND eligible.sent_at >= latest.since, false
                        )::integer,
                        coalesce(eligible.actor_id = run.requester_id, false)::integer,
                        coalesce(eligible.organization = run.requester_organization, false)::integer,
                        (eligible.conversation_id IN (SELECT spoken.conversation_id FROM spoken))::integer,
                        coalesce(
                            eligible.is_named, eligible.display_name IN (SELECT named.name FROM named), false
                        )::integer
                    )
                ),
                '[]'
            )::text
        FROM eligible
        CROSS JOIN run
        CROSS JOIN latest
    ) AS matches
FROM matched;
