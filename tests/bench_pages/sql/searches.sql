-- The searches of each run, each with its tool call; what was matched is what was shown and what each rule removed.
WITH asked AS MATERIALIZED (
    SELECT
        run.id AS run_id,
        run.requester_id,
        run.destination,
        run.opened_at,
        turn.number,
        1 + (run.id %% 3)::integer AS most_hits,
        random() AS luck,
        random() AS size,
        random() AS mix
    FROM runs AS run
    CROSS JOIN LATERAL generate_series(1, 1 + (run.id * 7 %% %(searches)s::integer)::integer) AS turn (number)
    WHERE run.runtime_agent_id = %(agent_id)s::bigint
    ORDER BY run.id
),

ended AS MATERIALIZED (
    SELECT
        asked.*,
        CASE
            WHEN asked.luck < 0.80 THEN 'ok'
            WHEN asked.luck < 0.94 THEN 'no_matches'
            WHEN asked.luck < 0.955 THEN 'search_budget_exhausted'
            WHEN asked.luck < 0.985 THEN 'refused'
            WHEN asked.luck < 0.996 THEN 'timed_out'
            ELSE 'failed'
        END AS status,
        asked.opened_at + asked.number * interval '2.3 seconds' + asked.size * interval '1 second' AS at
    FROM asked
),

called AS (
    INSERT INTO tool_calls (runtime_agent_id, run_id, tool, request_digest, called_at, idempotency_key)
    SELECT %(agent_id)s::bigint, ended.run_id, 'search_history', '\x00', ended.at, 'call-' || ended.number
    FROM ended
    WHERE ended.status NOT IN ('refused', 'timed_out', 'failed')
    RETURNING id, run_id, idempotency_key
),

counted AS (
    SELECT
        ended.*,
        called.id AS tool_call_id,
        CASE WHEN ended.status = 'ok' THEN ended.most_hits ELSE 0 END AS hits,
        CASE WHEN ended.status IN ('ok', 'no_matches') THEN (ended.size * 12)::integer ELSE 0 END AS audience,
        CASE WHEN ended.status IN ('ok', 'no_matches') THEN (ended.mix * 5)::integer ELSE 0 END AS no_evidence,
        CASE WHEN ended.status IN ('ok', 'no_matches') AND ended.luck < 0.3 THEN (ended.mix * 4)::integer ELSE 0 END AS lineage,
        CASE WHEN ended.status = 'ok' THEN (ended.mix * 9)::integer ELSE 0 END AS below_cutoff,
        CASE WHEN ended.status = 'ok' THEN 1 + (ended.size * 2)::integer ELSE 0 END AS already_in_context
    FROM ended
    LEFT JOIN called ON called.run_id = ended.run_id AND called.idempotency_key = 'call-' || ended.number
)

INSERT INTO conversation_search_events (
    runtime_agent_id, run_id, tool_call_id, requester_id, searched_at, duration_ms, status, refusal, query_digest,
    filters, destination, selected, neighbour_ids, matched, exclusions, ceiling_reached, ranking, degraded
)
SELECT
    %(agent_id)s::bigint,
    counted.run_id,
    counted.tool_call_id,
    counted.requester_id,
    counted.at,
    4 + counted.size * counted.size * 60 + CASE WHEN counted.status = 'timed_out' THEN 5000 ELSE 0 END,
    counted.status,
    CASE counted.status WHEN 'refused' THEN 'invalid_argument' WHEN 'timed_out' THEN 'search_timeout' WHEN 'failed' THEN 'database_unavailable' END,
    md5('query' || (counted.run_id %% 5000)::text) || md5('more' || (counted.run_id %% 5000)::text),
    jsonb_build_object('limit', 8, 'speaker', CASE WHEN counted.mix < 0.15 THEN 'requester' ELSE 'anyone' END),
    counted.destination,
    coalesce((
        SELECT jsonb_agg(jsonb_build_object(
            'rank', hit.rank,
            'message_id', %(first)s::bigint + (counted.run_id * 37 + 3 + (counted.number - 1) * 3 + hit.rank) %% %(messages)s::integer,
            'score', round((0.9 * counted.mix / hit.rank + 0.05)::numeric, 4),
            'components', jsonb_build_object(
                'lexical', round((0.7 * counted.mix / hit.rank + 0.04)::numeric, 4),
                'recency', round((counted.size / sqrt(hit.rank))::numeric, 4),
                'same_conversation', (hit.rank + counted.run_id) %% 2,
                'requester_spoke', (hit.rank + counted.number) %% 2,
                'same_actor', 0,
                'named_speaker', CASE WHEN counted.luck < 0.1 AND hit.rank = 1 THEN 1 ELSE 0 END
            )
        ) ORDER BY hit.rank)
        FROM generate_series(1, counted.hits) AS hit (rank)
    ), '[]'::jsonb),
    '[]'::jsonb,
    counted.hits + counted.audience + counted.no_evidence + counted.lineage + counted.below_cutoff + counted.already_in_context,
    jsonb_build_object(
        'already_in_context', counted.already_in_context, 'no_evidence', counted.no_evidence,
        'audience', counted.audience, 'lineage', counted.lineage, 'below_cutoff', counted.below_cutoff
    ),
    false,
    CASE WHEN counted.luck < 0.06 THEN 'bounded' ELSE 'exhaustive' END,
    CASE WHEN counted.luck < 0.02 THEN '["semantic"]'::jsonb ELSE '[]'::jsonb END
FROM counted
ORDER BY counted.at
