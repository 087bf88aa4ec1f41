-- The messages that searches find, of people in rooms, each with evidence.
WITH said AS (
    INSERT INTO message_events (
        runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body
    )
    SELECT
        %(agent_id)s::bigint,
        (%(rooms)s::bigint[])[1 + number %% cardinality(%(rooms)s::bigint[])],
        (%(people)s::bigint[])[1 + number * 7 %% cardinality(%(people)s::bigint[])],
        'm' || number,
        %(now)s::timestamptz - make_interval(days => 200) + number * interval '2 hours',
        'invented'
    FROM generate_series(1, %(messages)s::integer) AS number
    RETURNING id, conversation_id, sent_at
),

audience AS (
    INSERT INTO audiences (
        runtime_agent_id, connector_id, conversation_id, kind, visibility, readers, externally_shared, restricted,
        explicit, fingerprint
    )
    SELECT
        room.runtime_agent_id,
        room.connector_id,
        room.id,
        room.kind,
        CASE WHEN room.kind = 'public_channel' THEN 'workspace' ELSE 'members' END,
        CASE WHEN room.kind <> 'public_channel' THEN ARRAY['a', 'b', 'c'] END,
        false,
        false,
        false,
        decode(md5(room.id::text), 'hex')
    FROM conversations AS room
    WHERE room.id = ANY(%(rooms)s::bigint[])
    RETURNING id, conversation_id, runtime_agent_id
),

class AS (
    INSERT INTO disclosure_classes (runtime_agent_id, audience_ids, fingerprint)
    SELECT audience.runtime_agent_id, ARRAY[audience.id], decode(md5('class' || audience.id), 'hex')
    FROM audience
    RETURNING id, audience_ids
)

INSERT INTO message_source_evidence (
    message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id
)
SELECT said.id, audience.runtime_agent_id, said.conversation_id, said.sent_at, audience.id, class.id
FROM said
INNER JOIN audience ON audience.conversation_id = said.conversation_id
INNER JOIN class ON class.audience_ids = ARRAY[audience.id]
