"""Stores a reply in a session of its own, under the product's locks, so that races can be told step by step."""

from conversation_search.models import Conversation, MessageEvent
from tests.database import Session

LOCK_SOURCES = "SELECT id FROM message_events WHERE id = ANY (%(ids)s::bigint[]) ORDER BY id FOR SHARE"
CLOSE = """
SELECT own.audience_id, mesh_close_lineage(%(agent_id)s::bigint, own.audience_id, %(ids)s::bigint[])
FROM (
    SELECT mesh_intern_audience(%(agent_id)s::bigint, mesh_conversation_audience(%(room_id)s::bigint)) AS audience_id
) AS own
"""
STORE = """
WITH message AS (
    INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, sent_at, body)
    SELECT %(agent_id)s::bigint, %(room_id)s::bigint, actor.id, now(), 'what I heard'
    FROM actors AS actor
    WHERE actor.runtime_agent_id = %(agent_id)s::bigint AND actor.is_agent AND actor.external_id = 'mesh-agent'
    RETURNING id, runtime_agent_id, conversation_id, sent_at
), evidence AS (
    INSERT INTO message_source_evidence
    (message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
    SELECT id, runtime_agent_id, conversation_id, sent_at, %(audience_id)s::bigint, %(class_id)s::bigint FROM message
), provenance AS (
    INSERT INTO memory_provenance (message_event_id, runtime_agent_id, history_message_ids)
    SELECT id, runtime_agent_id, %(ids)s::bigint[] FROM message
)
SELECT id FROM message
"""


def close_reply(replying: Session, room: Conversation, *sources: MessageEvent) -> int:
    """Lock the sources, close the lineage and store the reply; does not commit. Returns its id."""
    ids = [source.pk for source in sources]
    replying.rows(LOCK_SOURCES, ids=ids)
    return store_reply(replying, room, *sources)


def store_reply(replying: Session, room: Conversation, *sources: MessageEvent) -> int:
    """Do the same when the sources are locked already."""
    known = {"agent_id": room.runtime_agent_id, "room_id": room.pk, "ids": [source.pk for source in sources]}
    ((audience_id, class_id),) = replying.rows(CLOSE, **known)
    stored: int = replying.value(STORE, audience_id=audience_id, class_id=class_id, **known)
    return stored
