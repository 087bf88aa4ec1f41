"""Stores conversations in a perspective of their own that is gone when its questions have been asked.

Stored messages refuse to be deleted, so everything happens in one transaction that is rolled back: nobody else ever
sees it, and an interruption leaves nothing behind.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from conversation_search import limits
from conversation_search.evaluation.dataset import CONVERSATIONS, Conversation, DatasetError
from conversation_search.ingest import messages
from conversation_search.ingest.records import (
    ConnectorRef,
    IncomingConversation,
    IncomingMessage,
    IncomingSender,
)
from conversation_search.managers import access
from conversation_search.retrieval.searcher import Scope
from conversation_search.runs.opening import RunRequest, open_run

CONNECTOR: Final = ConnectorRef("evaluation", "dataset")
ASKER: Final = "evaluation:asker"
"""Someone who has said nothing in any of the conversations and asks in a direct message."""
ASKED_AFTER: Final = timedelta(hours=1)
"""How long after the last message the questions are asked. It decides how old messages are, not today's date."""

Advance = Callable[[int], None]
"""Is told how many messages were stored."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """The stored conversations, and the run in which their questions are asked."""

    agent_id: int
    run_id: int
    now: datetime
    conversations: tuple[Conversation, ...]
    numbers: dict[str, int]
    """The row number of each message, by its id in the data set."""

    @property
    def scope(self) -> Scope:
        """Everything that the run may be shown."""
        return Scope(self.agent_id, self.run_id, "anyone", None, None)


@contextmanager
def forgotten() -> Iterator[None]:
    """Undo everything that happens within, settings of the transaction included."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)


@contextmanager
def stored(conversations: Sequence[Conversation], advance: Advance) -> Iterator[Perspective]:
    """Give a perspective that holds these conversations and nothing else, until the block ends.

    Raises DatasetError when a message cannot be stored.
    """
    with forgotten():
        agent = access.ensure_agent(
            f"evaluation-{secrets.token_hex(8)}", secrets.token_bytes(32), secrets.token_bytes(32)
        )
        numbers: dict[str, int] = {}
        for conversation in conversations:
            numbers |= _store(agent.id, conversation, advance)
        now = max(message.sent_at for each in conversations for message in each.messages) + ASKED_AFTER
        yield Perspective(agent.id, _open_run(agent.id, now), now, tuple(conversations), numbers)


def _store(agent_id: int, conversation: Conversation, advance: Advance) -> dict[str, int]:
    room = IncomingConversation(conversation.conversation_id, kind="public_channel")
    numbers: dict[str, int] = {}
    for start in range(0, len(conversation.messages), limits.INGEST_BATCH):
        batch = conversation.messages[start : start + limits.INGEST_BATCH]
        incoming = [
            IncomingMessage(
                connector=CONNECTOR,
                conversation=room,
                external_message_id=message.id,
                sender=IncomingSender(message.speaker, display_name=message.speaker),
                sent_at=message.sent_at,
                text=message.text,
            )
            for message in batch
        ]
        for message, result in zip(batch, messages.store(agent_id, incoming), strict=True):
            if result.message_id is None or result.status != "created":
                raise DatasetError(
                    f"{CONVERSATIONS}: The message {message.id} was {result.status}: {result.detail}"
                )
            numbers[message.id] = result.message_id
        advance(len(batch))
    return numbers


def _open_run(agent_id: int, now: datetime) -> int:
    room = IncomingConversation(ASKER, kind="direct")
    sender = IncomingSender(ASKER, display_name=ASKER)
    question = IncomingMessage(CONNECTOR, room, ASKER, sender, now, "")
    return open_run(agent_id, RunRequest(CONNECTOR, room, question, history_window=0)).run.run_id
