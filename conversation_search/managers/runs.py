"""Runs: opening one, finding it again, and holding it while a call writes to it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class BoundRun:
    """Everything a call needs of its run. Nothing of it is ever an argument of the caller."""

    run_id: int
    runtime_agent_id: int
    conversation_id: int
    connector_id: int
    external_thread_id: str
    namespace: str
    visibility: str
    """Of the room when the run was opened, like `kind`."""
    kind: str
    requester_external_id: str | None
    requester_is_agent: bool
    inbound_message_id: int | None
    expires_at: datetime
    closed_at: datetime | None
    reply_message_id: int | None


@dataclass(frozen=True, slots=True)
class RunId:
    """The id of one run."""

    run_id: int


@dataclass(frozen=True, slots=True)
class ExternalRun:
    """A run that was opened under its caller's own id, and what it was opened with."""

    run_id: int
    opened_at: datetime
    history_window: int
    external_thread_id: str
    connector_type: str
    connector_name: str
    requester_external_id: str | None
    external_message_id: str | None
    sent_at_brought: datetime | None
    """When the inbound message was sent, where the opening itself brought it."""
    text_brought: str | None
    """The text of the inbound message, while the stored one is what the opening itself brought."""


@dataclass(frozen=True, slots=True)
class RunOpening:
    """What a new run is bound to."""

    runtime_agent_id: int
    conversation_id: int
    inbound_message_id: int | None
    external_run_id: str | None
    history_window: int
    opened_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Locked:
    """The row of a statement that only takes a lock."""

    is_locked: bool


LOAD_RUN: Final = Statement("load_run", BoundRun)
LOCK_RUN: Final = Statement("lock_run", RunId)
LOCK_EXTERNAL_RUN: Final = Statement("lock_external_run", Locked)
FIND_EXTERNAL_RUN: Final = Statement("find_external_run", ExternalRun)
OPEN_RUN: Final = Statement("open_run", RunId)


def load_run(runtime_agent_id: int, run_id: int) -> BoundRun | None:
    """Return a run of this agent, open or not."""
    return LOAD_RUN.first(runtime_agent_id=runtime_agent_id, run_id=run_id)


def lock_run(runtime_agent_id: int, run_id: int) -> None:
    """Hold a run until the transaction ends; what is loaded afterwards is what the last writer left."""
    LOCK_RUN.first(runtime_agent_id=runtime_agent_id, run_id=run_id)


def find_external_run(runtime_agent_id: int, external_run_id: str) -> ExternalRun | None:
    """Return the run opened under the caller's id; until the transaction ends nobody else opens one under it."""
    LOCK_EXTERNAL_RUN.one(runtime_agent_id=runtime_agent_id, external_run_id=external_run_id)
    return FIND_EXTERNAL_RUN.first(runtime_agent_id=runtime_agent_id, external_run_id=external_run_id)


def open_run(opening: RunOpening) -> int:
    """Store a run, whose requester is the sender of its inbound message, and return its id."""
    return OPEN_RUN.one(
        runtime_agent_id=opening.runtime_agent_id,
        conversation_id=opening.conversation_id,
        inbound_message_id=opening.inbound_message_id,
        external_run_id=opening.external_run_id,
        history_window=opening.history_window,
        opened_at=opening.opened_at,
        expires_at=opening.expires_at,
    ).run_id
