"""Messages with their evidence, and replies with their lineage."""

import collections.abc
from datetime import UTC, datetime, timedelta
from typing import Any

from factory.django import DjangoModelFactory

from conversation_search.models import (
    Audience,
    MemoryProvenance,
    MessageEvent,
    MessageSourceEvidence,
)
from tests.database import execute, value
from tests.factories.declare import LazyAttribute, LazyFunction, SelfAttribute, Sequence, SubFactory
from tests.factories.rooms import ActorFactory, ConversationFactory, agent_account

FIRST_SENT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

ROOM_AUDIENCE = """
SELECT mesh_intern_audience(
    conversation.runtime_agent_id, mesh_conversation_audience(conversation.id)
)
FROM conversations AS conversation WHERE conversation.id = %(conversation_id)s::bigint
"""
RECORD_EVIDENCE = """
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT
    event.id, event.runtime_agent_id, event.conversation_id, event.sent_at, %(audience_id)s::bigint,
    mesh_close_lineage(
        event.runtime_agent_id, %(audience_id)s::bigint, %(source_ids)s::bigint[], %(memory_ids)s::bigint[]
    )
FROM message_events AS event
WHERE event.id = %(message_id)s::bigint
"""


def room_audience_id(conversation_id: int) -> int | None:
    """Intern what a room's text is sent to now; None when nobody is listed there."""
    found: int | None = value(ROOM_AUDIENCE, conversation_id=conversation_id)
    return found


def record_evidence(
    message: MessageEvent,
    audience_id: int | None,
    source_ids: collections.abc.Sequence[int] = (),
    memory_ids: collections.abc.Sequence[int] = (),
) -> None:
    """Record the audience of a message, if any, and close its lineage over its sources."""
    if audience_id is not None:
        execute(
            RECORD_EVIDENCE,
            message_id=message.pk,
            audience_id=audience_id,
            source_ids=list(source_ids),
            memory_ids=list(memory_ids),
        )


class MessageFactory(DjangoModelFactory[MessageEvent]):
    """A message of a new human in a room, with the evidence that its room gives it now.

    `evidence=False` leaves it without; `audience=` gives it that one (an explicit audience). A message of an
    agent account has none unless `audience` is given.
    """

    class Meta:
        model = MessageEvent

    conversation = SubFactory(ConversationFactory)
    runtime_agent = SelfAttribute("conversation.runtime_agent")
    actor = SubFactory(ActorFactory, connector=SelfAttribute("..conversation.connector"))
    external_message_id = Sequence(lambda number: f"m{number}")
    sent_at = Sequence(lambda number: FIRST_SENT + timedelta(minutes=number))
    body = "the migration is on friday"

    @classmethod
    def _create(cls, model_class: type[MessageEvent], *_args: Any, **kwargs: Any) -> MessageEvent:  # noqa: ANN401
        wanted: bool = kwargs.pop("evidence", True)
        audience: Audience | None = kwargs.pop("audience", None)
        created = model_class.objects.create(**kwargs)
        if audience is not None:
            record_evidence(created, audience.pk)
        elif wanted and not created.actor.is_agent:
            record_evidence(created, room_audience_id(created.conversation_id))
        return created


class EvidenceFactory(DjangoModelFactory[MessageSourceEvidence]):
    """The evidence of `message_event`: its room's audience now, or `audience`; built on `sources`."""

    class Meta:
        model = MessageSourceEvidence

    @classmethod
    def _create(
        cls,
        model_class: type[MessageSourceEvidence],
        *_args: Any,  # noqa: ANN401
        **kwargs: Any,  # noqa: ANN401
    ) -> MessageSourceEvidence:
        message: MessageEvent = kwargs["message_event"]
        audience: Audience | None = kwargs.get("audience")
        audience_id = audience.pk if audience else room_audience_id(message.conversation_id)
        record_evidence(message, audience_id, [source.pk for source in kwargs.get("sources", ())])
        return model_class.objects.get(pk=message.pk)


class ProvenanceFactory(DjangoModelFactory[MemoryProvenance]):
    """What `message_event` was built from; ids may dangle."""

    class Meta:
        model = MemoryProvenance

    runtime_agent = SelfAttribute("message_event.runtime_agent")
    history_message_ids = LazyFunction(list)
    memory_ids = LazyFunction(list)


class ReplyFactory(DjangoModelFactory[MessageEvent]):
    """A stored reply of the agent in `conversation`, built on `sources`, `memories` and, when given, on `answered`.

    `missing_ids` are sources as well: ids that no message has.
    """

    class Meta:
        model = MessageEvent

    conversation = SubFactory(ConversationFactory)
    runtime_agent = SelfAttribute("conversation.runtime_agent")
    actor = LazyAttribute(lambda reply: agent_account(reply.conversation.connector))
    sent_at = Sequence(lambda number: FIRST_SENT + timedelta(days=1, minutes=number))
    body = "as I heard, the migration is on friday"

    @classmethod
    def _create(cls, model_class: type[MessageEvent], *_args: Any, **kwargs: Any) -> MessageEvent:  # noqa: ANN401
        sources = [source.pk for source in kwargs.pop("sources", ())] + list(kwargs.pop("missing_ids", ()))
        memories = [memory.pk for memory in kwargs.pop("memories", ())]
        memories += list(kwargs.pop("missing_memory_ids", ()))
        answered: MessageEvent | None = kwargs.pop("answered", None)
        audience: Audience | None = kwargs.pop("audience", None)
        created = model_class.objects.create(**kwargs)
        ProvenanceFactory.create(
            message_event=created,
            history_message_ids=sources,
            memory_ids=memories,
            answered_message_id=answered.pk if answered else None,
        )
        everything = sources + ([answered.pk] if answered else [])
        audience_id = audience.pk if audience else room_audience_id(created.conversation_id)
        record_evidence(created, audience_id, everything, memories)
        return created
