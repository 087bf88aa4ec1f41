-- Runs over the days, most of them at work hours of working days, oldest first.
WITH moment AS (
    SELECT
        number,
        date_trunc('day', %(now)s::timestamptz)
        - make_interval(days => (random() * random() * (%(days)s::integer - 1))::integer)
        + interval '7 hours' + (random() + random()) / 2 * interval '11 hours' AS opened_at,
        random() AS luck
    FROM generate_series(1, %(runs)s::integer) AS number
),

working AS (
    SELECT
        moment.number,
        CASE
            WHEN extract(isodow FROM moment.opened_at) > 5 AND moment.luck < 0.8
                THEN moment.opened_at - interval '2 days'
            ELSE moment.opened_at
        END AS opened_at
    FROM moment
),

past AS (
    SELECT
        row_number() OVER (ORDER BY working.opened_at) AS number,
        least(working.opened_at, %(now)s::timestamptz - interval '90 seconds') AS opened_at
    FROM working
    ORDER BY working.opened_at
),

room AS (
    SELECT
        conversation.id,
        conversation.kind,
        CASE WHEN conversation.kind = 'public_channel' THEN 'workspace' ELSE 'members' END AS visibility,
        CASE conversation.kind
            WHEN 'direct' THEN '["a"]'::jsonb
            WHEN 'group_direct' THEN '["a", "b", "c"]'::jsonb
            WHEN 'private_channel' THEN '["a", "b", "c", "d", "e", "f"]'::jsonb
            ELSE 'null'::jsonb
        END AS readers,
        row_number() OVER (ORDER BY conversation.id) - 1 AS place
    FROM conversations AS conversation
    WHERE conversation.id = ANY(%(rooms)s::bigint[])
),

inbound AS (
    SELECT event.id, row_number() OVER (ORDER BY event.id) - 1 AS place
    FROM message_events AS event
    WHERE event.runtime_agent_id = %(agent_id)s::bigint
)

INSERT INTO runs (
    runtime_agent_id, conversation_id, requester_id, inbound_message_id, history_window, destination, opened_at,
    expires_at
)
SELECT
    %(agent_id)s::bigint,
    room.id,
    (%(people)s::bigint[])[1 + past.number * 11 %% cardinality(%(people)s::bigint[])],
    inbound.id,
    4,
    jsonb_build_object(
        'kind', room.kind, 'visibility', room.visibility, 'readers', room.readers, 'restricted', false,
        'externally_shared', false, 'conversation_id', room.id
    ),
    past.opened_at,
    past.opened_at + interval '1 hour'
FROM past
INNER JOIN room ON room.place = abs(hashint8(past.number)::bigint) %% cardinality(%(rooms)s::bigint[])
INNER JOIN inbound ON inbound.place = past.number * 31 %% %(messages)s::integer
ORDER BY past.opened_at
