"""Stores many messages at once, with the evidence that their room gives them; a factory would take seconds."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from conversation_search.models import Actor, Conversation
from tests.database import column, execute
from tests.factories.messages import FIRST_SENT, room_audience_id

STORE: Final = """
INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body)
SELECT
    %(agent_id)s::bigint, %(conversation_id)s::bigint, %(actor_id)s::bigint, gen_random_uuid()::text,
    %(first)s::timestamptz + said.number * %(apart)s::interval, said.body
FROM unnest(%(bodies)s::text[]) WITH ORDINALITY AS said (body, number)
ORDER BY said.number
RETURNING id
"""
VOUCH: Final = """
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT
    event.id, event.runtime_agent_id, event.conversation_id, event.sent_at, %(audience_id)s::bigint,
    mesh_intern_class(event.runtime_agent_id, ARRAY[%(audience_id)s::bigint])
FROM message_events AS event WHERE event.id = ANY(%(message_ids)s::bigint[])
"""


def say_all(  # noqa: PLR0913 - who, where, what and when
    speaker: Actor,
    room: Conversation,
    bodies: Sequence[str],
    *,
    evidence: bool = True,
    first: datetime = FIRST_SENT,
    apart: timedelta = timedelta(minutes=1),
) -> list[int]:
    """Store these messages in their order, one every `apart`, and return their ids."""
    message_ids: list[int] = column(
        STORE,
        agent_id=room.runtime_agent_id,
        conversation_id=room.pk,
        actor_id=speaker.pk,
        first=first,
        apart=apart,
        bodies=list(bodies),
    )
    if evidence:
        execute(VOUCH, audience_id=room_audience_id(room.pk), message_ids=message_ids)
    return message_ids
