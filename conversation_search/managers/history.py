"""The statements of a history window: which messages of the room, and their text."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """One message that may be in a window, and its place in the room's order."""

    message_event_id: int
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class WindowMessage:
    """One message of a window, as it is shown."""

    message_event_id: int
    sent_at: datetime
    revision: int
    speaker: str
    body: str


@dataclass(frozen=True, slots=True)
class VouchedMessage:
    """The id of a message that the authority allows."""

    message_event_id: int


FIND_HISTORY_WINDOW: Final = Statement("find_history_window", WindowPlace)
READ_HISTORY_WINDOW: Final = Statement("read_history_window", WindowMessage)
VOUCH_EACH_MESSAGE: Final = Statement("vouch_each_message", VouchedMessage)


def find_window(
    runtime_agent_id: int, run_id: int, wanted: int, before: WindowPlace | None
) -> list[WindowPlace]:
    """Return the newest `wanted` messages of the run's room that may be shown in it, newest first.

    With `before`, those that stand before it.
    """
    return FIND_HISTORY_WINDOW.all(
        runtime_agent_id=runtime_agent_id,
        run_id=run_id,
        wanted=wanted,
        before=before and before.sent_at,
        before_id=before and before.message_event_id,
    )


def read_window(runtime_agent_id: int, run_id: int, message_ids: Sequence[int]) -> list[WindowMessage]:
    """Return these messages, oldest first; none at all when they may not be shown together."""
    return READ_HISTORY_WINDOW.all(
        runtime_agent_id=runtime_agent_id, run_id=run_id, message_ids=list(message_ids)
    )


def vouch_each(runtime_agent_id: int, run_id: int, message_ids: Sequence[int]) -> frozenset[int]:
    """Return those of the messages that the authority allows, each asked alone."""
    rows = VOUCH_EACH_MESSAGE.all(
        runtime_agent_id=runtime_agent_id, run_id=run_id, message_ids=list(message_ids)
    )
    return frozenset(row.message_event_id for row in rows)
