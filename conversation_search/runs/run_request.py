"""What a run is opened with, and what its opening gives back."""

from dataclasses import dataclass

from conversation_search import limits
from conversation_search.ingest.records import ConnectorRef, IncomingConversation, IncomingMessage
from conversation_search.managers.history import WindowMessage
from conversation_search.runs.binding import BoundRun


@dataclass(frozen=True, slots=True)
class RunRequest:
    """The room, the message to be answered, and how much history; without a message nobody asks.

    `external_run_id` is the caller's own id of the run and makes opening it repeatable.
    """

    connector: ConnectorRef
    conversation: IncomingConversation
    message: IncomingMessage | None = None
    history_window: int = limits.HISTORY_WINDOW
    external_run_id: str | None = None


@dataclass(frozen=True, slots=True)
class OpenedRun:
    """An open run and its history window, oldest first."""

    run: BoundRun
    window: list[WindowMessage]
