"""Runs, tool calls and the ledger."""

import json
from datetime import UTC, datetime
from typing import Any

from factory.django import DjangoModelFactory

from conversation_search.models import ConversationSearchEvent, LedgerEntry, Run, ToolCall
from tests.database import value
from tests.factories.declare import LazyFunction, SelfAttribute, SubFactory
from tests.factories.messages import MessageFactory
from tests.factories.rooms import ConversationFactory

OPENED_WITH = """
SELECT to_jsonb(mesh_destination_audience(%(conversation_id)s::bigint, %(requester_id)s::bigint))::text
"""


class RunFactory(DjangoModelFactory[Run]):
    """A run in `conversation`, asked by `requester` (None: a scheduled post), opened as the room is now."""

    class Meta:
        model = Run

    conversation = SubFactory(ConversationFactory)
    runtime_agent = SelfAttribute("conversation.runtime_agent")
    requester = None
    history_window = 30
    expires_at = datetime(2100, 1, 1, tzinfo=UTC)

    @classmethod
    def _create(cls, model_class: type[Run], *_args: Any, **kwargs: Any) -> Run:  # noqa: ANN401
        requester = kwargs["requester"]
        if "destination" not in kwargs:
            opened = value(
                OPENED_WITH,
                conversation_id=kwargs["conversation"].pk,
                requester_id=requester.pk if requester else None,
            )
            kwargs["destination"] = json.loads(opened)
        return model_class.objects.create(**kwargs)


class ToolCallFactory(DjangoModelFactory[ToolCall]):
    """One call of search_history in `run`."""

    class Meta:
        model = ToolCall

    run = SubFactory(RunFactory)
    runtime_agent = SelfAttribute("run.runtime_agent")
    tool = "search_history"
    request_digest = b"digest"


class LedgerEntryFactory(DjangoModelFactory[LedgerEntry]):
    """A message that `run` was shown in its window."""

    class Meta:
        model = LedgerEntry

    run = SubFactory(RunFactory)
    runtime_agent = SelfAttribute("run.runtime_agent")
    message_event = SubFactory(MessageFactory, conversation=SelfAttribute("..run.conversation"))
    source = "window"
    position = 0
    revision = SelfAttribute("message_event.revision")


class SearchEventFactory(DjangoModelFactory[ConversationSearchEvent]):
    """The audit row of a search in `run` that found nothing."""

    class Meta:
        model = ConversationSearchEvent

    run = SubFactory(RunFactory)
    runtime_agent = SelfAttribute("run.runtime_agent")
    duration_ms = 1.0
    status = "no_matches"
    query_digest = ""
    filters = LazyFunction(dict)
    destination = LazyFunction(dict)
    selected = LazyFunction(list)
    neighbour_ids = LazyFunction(list)
    matched = 0
    exclusions = LazyFunction(dict)
    ceiling_reached = False
    ranking = "exhaustive"
    degraded = LazyFunction(list)
