-- Finds what a run may be shown for a query: eligibility first, then rank, then neighbours; ids and figures only.
-- The first row sums up every match by the first rule that removed it; the others are hits and what stands beside them.
WITH run AS MATERIALIZED (
    SELECT
        run.id,
        run.runtime_agent_id,
        run.conversation_id,
        run.requester_id,
        run.requester_organization,
        run.inbound_message_id
    FROM public.runs AS run
    WHERE run.id = %(run_id)s::bigint AND run.runtime_agent_id = %(runtime_agent_id)s::bigint
),

allowed_audience AS MATERIALIZED (
    SELECT allowed.id
    FROM public.mesh_allowed_audiences(%(run_id)s::bigint) AS allowed (id)
),

-- The classes of what was built on nothing, which is most of what is said: found at once, the others one by one.
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

in_context AS MATERIALIZED (
    SELECT entry.message_event_id AS id
    FROM public.ledger_entries AS entry
    WHERE entry.run_id = %(run_id)s::bigint
    UNION ALL
    SELECT run.inbound_message_id AS id
    FROM run
    WHERE run.inbound_message_id IS NOT NULL
),

-- Every account of the person who asks, as proved now.
requester AS MATERIALIZED (
    SELECT own.id
    FROM public.mesh_requester_actors(%(run_id)s::bigint) AS own (id)
),

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
        clause.query
    FROM unnest(%(clauses)s::tsquery[]) WITH ORDINALITY AS clause (query, position)
),

-- Stored evidence that both predicates allow, whatever the query; for the rooms around a hit. The rule is asked row by
-- row, so that a reader who walks a room in its order stops at the last row wanted.
disclosable AS NOT MATERIALIZED (
    SELECT
        evidence.message_event_id,
        evidence.conversation_id,
        evidence.sent_at
    FROM public.message_source_evidence AS evidence
    WHERE
        evidence.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND public.mesh_exclusion_rule(
            false,
            true,
            evidence.audience_id IN (SELECT allowed_audience.id FROM allowed_audience),
            (
                CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END
                IN (SELECT plain_class.id FROM plain_class)
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
                    FROM (SELECT CASE WHEN evidence.withheld_at IS NULL THEN evidence.class_id END AS id) AS own
                    LEFT JOIN public.disclosure_classes AS class ON own.id = class.id
                )
            )
            AND evidence.message_event_id <> all(%(refused_ids)s::bigint[])
        ) IS NULL
),

-- Documents within the filters, each with the first rule that keeps it out, whatever was shown before.
candidate AS NOT MATERIALIZED (
    SELECT
        document.message_event_id,
        document.chunk,
        document.conversation_id,
        document.actor_id,
        document.sent_at,
        document.word_count,
        document.tsv,
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
        ) AS rule
    FROM public.message_search_documents AS document
    WHERE
        document.runtime_agent_id = %(runtime_agent_id)s::bigint
        AND (%(after)s::timestamptz IS NULL OR document.sent_at >= %(after)s::timestamptz)
        AND (%(before)s::timestamptz IS NULL OR document.sent_at < %(before)s::timestamptz)
        AND (%(speaker)s::text = 'anyone' OR document.actor_id IN (SELECT speaker.id FROM speaker))
),

-- Each clause that can drive the search, with its eligible matches up to one more than are ranked.
driving AS MATERIALIZED (
    SELECT
        clause.bit,
        clause.query,
        (
            SELECT count(*)
            FROM (
                SELECT 1
                FROM candidate
                WHERE candidate.tsv @@ clause.query AND candidate.rule IS NULL
                LIMIT %(exhaustive)s::bigint + 1 -- noqa: AM09
            ) AS found
        ) AS matches
    FROM clause
    WHERE %(required_bits)s::bigint = 0 OR clause.bit & %(required_bits)s::bigint <> 0
),

-- The rarest clauses as long as all their matches together can be ranked, and the common rest, NULL when there is none.
-- What is required drives alone: its rarest clause.
pool AS MATERIALIZED (
    SELECT
        coalesce(string_agg(ordered.clause, ' | ') FILTER (WHERE ordered.is_rare), '')::tsquery AS rare,
        (string_agg(ordered.clause, ' | ') FILTER (WHERE NOT ordered.is_rare))::tsquery AS common
    FROM (
        SELECT
            '(' || driving.query::text || ')' AS clause,
            sum(driving.matches) OVER (ORDER BY driving.matches, driving.bit) <= %(exhaustive)s::bigint AS is_rare,
            row_number() OVER (ORDER BY driving.matches, driving.bit) AS place
        FROM driving
    ) AS ordered
    WHERE %(required_bits)s::bigint = 0 OR ordered.place = 1
),

judged AS NOT MATERIALIZED (
    SELECT
        candidate.message_event_id,
        candidate.chunk,
        candidate.conversation_id,
        candidate.actor_id,
        candidate.sent_at,
        candidate.word_count,
        candidate.tsv,
        coalesce(
            public.mesh_exclusion_rule(
                candidate.message_event_id IN (SELECT in_context.id FROM in_context), true, true, true
            ),
            candidate.rule,
            public.mesh_exclusion_rule(
                false, true, true, candidate.message_event_id <> all(%(refused_ids)s::bigint[])
            )
        ) AS rule
    FROM candidate
),

-- Is one in ten of the latest chunks a match of the common clauses? Then the newest are found by walking, else by word.
latest_chunk AS MATERIALIZED (
    SELECT count(*) FILTER (WHERE chunk.tsv @@ (SELECT pool.common FROM pool)) * 10 > count(*) AS are_dense
    FROM (
        SELECT document.tsv
        FROM public.message_search_documents AS document
        WHERE
            (SELECT pool.common FROM pool) IS NOT NULL
            AND document.runtime_agent_id = %(runtime_agent_id)s::bigint
            AND document.chunk >= 0
            AND document.sent_at < coalesce(%(before)s::timestamptz, 'infinity')
        ORDER BY document.sent_at DESC, document.message_event_id DESC, document.chunk DESC
        LIMIT %(newest)s::bigint
    ) AS chunk
),

-- `chunk >= 0` always holds; it names the index to walk.
walked AS (
    SELECT
        judged.message_event_id,
        judged.conversation_id,
        judged.actor_id,
        judged.sent_at,
        judged.word_count,
        judged.tsv,
        NULL AS rule
    FROM judged
    WHERE
        (SELECT latest_chunk.are_dense FROM latest_chunk)
        AND judged.chunk >= 0
        AND judged.sent_at < coalesce(%(before)s::timestamptz, 'infinity')
        AND judged.tsv @@ (SELECT pool.common FROM pool)
        AND NOT judged.tsv @@ (SELECT pool.rare FROM pool)
        AND judged.rule IS NULL
    ORDER BY judged.sent_at DESC, judged.message_event_id DESC, judged.chunk DESC
    LIMIT %(newest)s::bigint
),

found_by_word AS (
    SELECT
        judged.message_event_id,
        judged.conversation_id,
        judged.actor_id,
        judged.sent_at,
        judged.word_count,
        judged.tsv,
        NULL AS rule
    FROM judged
    WHERE
        NOT (SELECT latest_chunk.are_dense FROM latest_chunk)
        AND judged.tsv @@ (SELECT pool.common FROM pool)
        AND NOT judged.tsv @@ (SELECT pool.rare FROM pool)
        AND judged.rule IS NULL
    ORDER BY judged.sent_at DESC, judged.message_event_id DESC, judged.chunk DESC
    LIMIT %(newest)s::bigint
),

-- Every chunk that matches a rare clause, and the newest eligible ones that match only common clauses.
found AS (
    SELECT
        judged.message_event_id,
        judged.conversation_id,
        judged.actor_id,
        judged.sent_at,
        judged.word_count,
        judged.tsv,
        judged.rule
    FROM judged
    WHERE judged.tsv @@ (SELECT pool.rare FROM pool)
    UNION ALL
    SELECT walked.*
    FROM walked
    UNION ALL
    SELECT found_by_word.*
    FROM found_by_word
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
        CASE
            WHEN found.rule IS NOT NULL AND %(required_bits)s::bigint = 0 THEN 0
            ELSE (
                SELECT coalesce(sum(clause.bit), 0)
                FROM clause
                WHERE
                    found.tsv @@ clause.query
                    OR (
                        clause.bit & %(required_bits)s::bigint <> 0
                        AND EXISTS (
                            SELECT 1
                            FROM public.message_search_documents AS other
                            WHERE
                                other.runtime_agent_id = %(runtime_agent_id)s::bigint
                                AND other.message_event_id = found.message_event_id
                                AND other.tsv @@ clause.query
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
        bit_or(present.bits) AS bits
    FROM present
    GROUP BY present.message_event_id
    HAVING bit_or(present.bits) & %(required_bits)s::bigint = %(required_bits)s::bigint
),

eligible AS MATERIALIZED (
    SELECT
        matched.message_event_id,
        matched.conversation_id,
        matched.actor_id,
        matched.sent_at,
        matched.word_count,
        matched.bits,
        coalesce(event.sender_display_name, actor.display_name) AS speaker_name,
        coalesce(event.sender_organization, actor.organization) AS organization
    FROM matched
    INNER JOIN public.message_events AS event ON matched.message_event_id = event.id
    INNER JOIN public.actors AS actor ON event.actor_id = actor.id
    WHERE matched.rule IS NULL
),

-- How rare each clause is among the eligible matches of this very query.
rarity AS MATERIALIZED (
    SELECT
        clause.bit,
        ln(1 + (pool.matches - holding.matches + 0.5) / (holding.matches + 0.5))::double precision AS weight
    FROM clause
    CROSS JOIN (SELECT count(*) AS matches FROM eligible) AS pool
    CROSS JOIN
        LATERAL (
            SELECT count(*) AS matches
            FROM eligible
            WHERE eligible.bits & clause.bit <> 0
        ) AS holding
    WHERE holding.matches > 0
),

-- Rooms in which the requester said something that may be disclosed here.
spoken AS MATERIALIZED (
    SELECT room.conversation_id
    FROM (SELECT DISTINCT eligible.conversation_id FROM eligible) AS room
    WHERE EXISTS (
        SELECT 1
        FROM public.message_events AS event
        INNER JOIN disclosable ON event.id = disclosable.message_event_id
        WHERE
            event.actor_id IN (SELECT requester.id FROM requester)
            AND event.conversation_id = room.conversation_id
            AND event.id IS DISTINCT FROM (SELECT run.inbound_message_id FROM run)
    )
),

-- Names of speakers that the query holds a word of.
named AS MATERIALIZED (
    SELECT speaker.name
    FROM (
        -- OFFSET 0: each name is looked into once, not each of its messages.
        SELECT DISTINCT eligible.speaker_name AS name
        FROM eligible
        OFFSET 0 -- noqa: AM09
    ) AS speaker
    WHERE public.mesh_search_vector(speaker.name) @@ %(any_word)s::tsquery
),

-- The oldest of the current room's latest messages that may be disclosed here: the turn has most likely seen them.
latest AS MATERIALIZED (
    SELECT min(recent.sent_at) AS since
    FROM (
        SELECT disclosable.sent_at
        FROM disclosable
        WHERE disclosable.conversation_id = (SELECT run.conversation_id FROM run)
        ORDER BY disclosable.sent_at DESC, disclosable.message_event_id DESC
        LIMIT %(recent_window)s::bigint
    ) AS recent
),

component AS (
    SELECT
        eligible.message_event_id,
        eligible.conversation_id,
        eligible.sent_at,
        eligible.bits,
        (
            (
                SELECT sum(rarity.weight) FROM rarity
                WHERE eligible.bits & rarity.bit <> 0
            )
            / (SELECT sum(rarity.weight) FROM rarity)
            / (1 + 1.2 * (0.1 + 0.9 * greatest(eligible.word_count, 15)::double precision / 25))
        ) AS lexical,
        power(
            0.5::double precision,
            greatest(
                floor(extract(EPOCH FROM %(now)s::timestamptz - eligible.sent_at)::double precision / 86400), 0
            )
            / %(recency_half_life_days)s::double precision
        ) AS recency,
        (eligible.conversation_id = run.conversation_id)::integer AS same_conversation,
        coalesce((eligible.conversation_id = run.conversation_id AND eligible.sent_at >= latest.since), false)::integer
            AS recent_window,
        coalesce((eligible.actor_id = run.requester_id), false)::integer AS same_actor,
        coalesce(eligible.organization = run.requester_organization, false)::integer AS same_organization,
        (eligible.conversation_id IN (SELECT spoken.conversation_id FROM spoken))::integer AS requester_spoke,
        coalesce(eligible.speaker_name IN (SELECT named.name FROM named), false)::integer AS named_speaker
    FROM eligible
    CROSS JOIN run
    CROSS JOIN latest
),

weight AS MATERIALIZED (
    SELECT
        (given.weights ->> 'recency')::double precision AS recency,
        (given.weights ->> 'same_conversation')::double precision AS same_conversation,
        (given.weights ->> 'recent_window')::double precision AS recent_window,
        (given.weights ->> 'same_actor')::double precision AS same_actor,
        (given.weights ->> 'same_organization')::double precision AS same_organization,
        (given.weights ->> 'requester_spoke')::double precision AS requester_spoke,
        (given.weights ->> 'named_speaker')::double precision AS named_speaker
    FROM (SELECT %(weights)s::jsonb AS weights) AS given
),

scored AS (
    SELECT
        component.*,
        round((
            component.lexical * (
                1
                + component.recency * weight.recency
                + component.same_conversation * weight.same_conversation
                + component.recent_window * weight.recent_window
                + component.same_actor * weight.same_actor
                + component.same_organization * weight.same_organization
                + component.requester_spoke * weight.requester_spoke
                + component.named_speaker * weight.named_speaker
            )
        )::numeric, 6) AS score
    FROM component
    CROSS JOIN weight
),

hit AS MATERIALIZED (
    SELECT
        scored.*,
        row_number() OVER (ORDER BY scored.score DESC, scored.sent_at DESC, scored.message_event_id DESC) AS rank,
        row_number() OVER (
            PARTITION BY scored.conversation_id
            ORDER BY scored.score DESC, scored.sent_at DESC, scored.message_event_id DESC
        ) AS rank_in_room
    FROM (
        SELECT scored.*
        FROM scored
        ORDER BY scored.score DESC, scored.sent_at DESC, scored.message_event_id DESC
        LIMIT %(limit)s::bigint
    ) AS scored
),

-- The nearest on either side, and as many more as the better hits of the room might take away.
earlier AS (
    SELECT
        hit.rank,
        near.message_event_id,
        near.distance
    FROM hit
    CROSS JOIN LATERAL (
        SELECT
            disclosable.message_event_id,
            row_number() OVER (
                ORDER BY disclosable.sent_at DESC, disclosable.message_event_id DESC
            ) AS distance
        FROM disclosable
        WHERE
            disclosable.conversation_id = hit.conversation_id
            AND (disclosable.sent_at, disclosable.message_event_id) < (hit.sent_at, hit.message_event_id)
            AND disclosable.message_event_id NOT IN (SELECT in_context.id FROM in_context)
            AND disclosable.message_event_id NOT IN (SELECT other.message_event_id FROM hit AS other)
        ORDER BY disclosable.sent_at DESC, disclosable.message_event_id DESC
        LIMIT %(neighbours)s::bigint * (2 * hit.rank_in_room - 1)
    ) AS near
),

later AS (
    SELECT
        hit.rank,
        near.message_event_id,
        near.distance
    FROM hit
    CROSS JOIN LATERAL (
        SELECT
            disclosable.message_event_id,
            row_number() OVER (
                ORDER BY disclosable.sent_at ASC, disclosable.message_event_id ASC
            ) AS distance
        FROM disclosable
        WHERE
            disclosable.conversation_id = hit.conversation_id
            AND (disclosable.sent_at, disclosable.message_event_id) > (hit.sent_at, hit.message_event_id)
            AND disclosable.message_event_id NOT IN (SELECT in_context.id FROM in_context)
            AND disclosable.message_event_id NOT IN (SELECT other.message_event_id FROM hit AS other)
        ORDER BY disclosable.sent_at ASC, disclosable.message_event_id ASC
        LIMIT %(neighbours)s::bigint * (2 * hit.rank_in_room - 1)
    ) AS near
)

SELECT
    'summary' AS part,
    0 AS hit_rank,
    0 AS distance,
    NULL::bigint AS message_event_id,
    NULL::double precision AS score,
    NULL::bigint AS bits,
    jsonb_build_object(
        'is_exhaustive', (SELECT pool.common IS NULL FROM pool),
        'matched', count(*),
        'eligible', count(*) FILTER (WHERE matched.rule IS NULL),
        'already_in_context', count(*) FILTER (WHERE matched.rule = 'already_in_context'),
        'no_evidence', count(*) FILTER (WHERE matched.rule = 'no_evidence'),
        'audience', count(*) FILTER (WHERE matched.rule = 'audience'),
        'lineage', count(*) FILTER (WHERE matched.rule = 'lineage')
    ) AS figures
FROM matched
UNION ALL
SELECT
    'hit' AS part,
    hit.rank::integer AS hit_rank,
    0 AS distance,
    hit.message_event_id,
    hit.score::double precision AS score,
    hit.bits,
    jsonb_build_object(
        'lexical', round(hit.lexical::numeric, 6),
        'recency', round(hit.recency::numeric, 6),
        'same_conversation', hit.same_conversation,
        'recent_window', hit.recent_window,
        'same_actor', hit.same_actor,
        'same_organization', hit.same_organization,
        'requester_spoke', hit.requester_spoke,
        'named_speaker', hit.named_speaker
    ) AS figures
FROM hit
UNION ALL
SELECT
    'before' AS part,
    earlier.rank::integer AS hit_rank,
    earlier.distance::integer AS distance,
    earlier.message_event_id,
    NULL::double precision AS score,
    NULL::bigint AS bits,
    NULL::jsonb AS figures
FROM earlier
UNION ALL
SELECT
    'after' AS part,
    later.rank::integer AS hit_rank,
    later.distance::integer AS distance,
    later.message_event_id,
    NULL::double precision AS score,
    NULL::bigint AS bits,
    NULL::jsonb AS figures
FROM later
ORDER BY hit_rank ASC, part DESC, distance ASC;
