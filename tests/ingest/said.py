"""Short ways to say what comes in; every test names only what it is about."""

from datetime import UTC, datetime, timedelta
from typing import Any

from conversation_search.ingest import messages
from conversation_search.ingest.records import (
    ConnectorRef,
    IncomingConversation,
    IncomingMessage,
    IncomingSender,
    Kind,
)
from conversation_search.ingest.results import StoredMessage
from tests.cast import Cast

SLACK = ConnectorRef("slack", "acme")
SENT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
LATER = SENT + timedelta(minutes=5)


def room(
    external_thread_id: str,
    kind: Kind | None = None,
    **details: Any,  # noqa: ANN401
) -> IncomingConversation:
    """Name a room, and describe it when it is new."""
    return IncomingConversation(external_thread_id, kind, **details)


def said(text: str | None = "the migration is on friday", **details: Any) -> IncomingMessage:  # noqa: ANN401
    """Say something as Ana in #launch, under the id m1, unless told otherwise; None says that it was deleted."""
    sender = details.pop("sender", "ana")
    where = details.pop("where", "launch")
    return IncomingMessage(
        connector=details.pop("connector", SLACK),
        conversation=room(where) if isinstance(where, str) else where,
        external_message_id=details.pop("id", "m1"),
        sender=IncomingSender(sender) if isinstance(sender, str) else sender,
        sent_at=details.pop("sent_at", SENT),
        text=text,
        **details,
    )


def store(cast: Cast, *incoming: IncomingMessage) -> list[StoredMessage]:
    """Store a batch in the perspective of the cast."""
    return messages.store(cast.agent.pk, incoming)


def store_one(cast: Cast, incoming: IncomingMessage) -> StoredMessage:
    """Store a batch of one."""
    (only,) = store(cast, incoming)
    return only
