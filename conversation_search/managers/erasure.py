"""Requests to erase: asked for, chosen, decided; their steps."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class RowId:
    """The id of one row."""

    id: int


@dataclass(frozen=True, slots=True)
class RequestStatus:
    """The state of a request that is held."""

    status: str


@dataclass(frozen=True, slots=True)
class LinkedAccount:
    """An account of the person who is meant; `is_meant` once it was taken into the request."""

    actor_id: int
    is_meant: bool


@dataclass(frozen=True, slots=True)
class NewRequest:
    """What is to be erased, by row numbers of the agent, and why; one of the first four is given, times narrow them."""

    runtime_agent_id: int
    kind: str
    reason: str
    message_id: int | None = None
    conversation_id: int | None = None
    actor_id: int | None = None
    sent_after: datetime | None = None
    sent_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class RequestRow:
    """One request. `version` is the last step that changed what would be done: a decision names what it read."""

    request_id: int
    agent_id: int
    reference: str
    kind: str
    message_id: int | None
    conversation_id: int | None
    actor_ids: list[int] | None
    sent_after: datetime | None
    sent_before: datetime | None
    upto_message_id: int
    reason: str
    asked_by_kind: str
    asked_by: int
    asked_by_name: str
    asked_at: datetime
    decided_by_kind: str | None
    decided_by: int | None
    decided_by_name: str | None
    decided_at: datetime | None
    status: str
    counted: str | None
    deleted: str
    erased_at: datetime | None
    erased_in: str | None
    verified_at: datetime | None
    version: int

    def counted_rows(self) -> dict[str, int]:
        """Return what its stores held when the execution began."""
        return _figures(self.counted)

    def deleted_rows(self) -> dict[str, int]:
        """Return what the execution took out of them so far."""
        return _figures(self.deleted)


@dataclass(frozen=True, slots=True)
class RequestsWanted:
    """Which requests are wanted; None is any."""

    agent_id: int | None = None
    request_id: int | None = None
    statuses: tuple[str, ...] | None = None
    before_id: int | None = None
    verified_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class EventRow:
    """One step of a request."""

    event_id: int
    happened_at: datetime
    what: str
    who_kind: str
    who: str
    details: str

    def figures(self) -> dict[str, Any]:
        """Return what was written down with it."""
        found: dict[str, Any] = json.loads(self.details)
        return found


ADD_ERASURE_REQUEST: Final = Statement("add_erasure_request", RowId)
LIST_ERASURE_REQUESTS: Final = Statement("list_erasure_requests", RequestRow, planned_each_time=True)
LOCK_ERASURE_REQUEST: Final = Statement("lock_erasure_request", RequestStatus)
MOVE_ERASURE_REQUEST: Final = Statement("move_erasure_request", RowId)
DECIDE_ERASURE_REQUEST: Final = Statement("decide_erasure_request", RowId)
LINK_ERASURE_REQUEST: Final = Statement("link_erasure_request", RowId)
LIST_LINKED_ACCOUNTS: Final = Statement("list_linked_accounts", LinkedAccount)
START_ERASURE: Final = Statement("start_erasure", RowId)
ADD_ERASURE_PROGRESS: Final = Statement("add_erasure_progress", Done)
END_ERASURE: Final = Statement("end_erasure", RowId)
END_VERIFICATION: Final = Statement("end_verification", RowId)
ADD_ERASURE_EVENT: Final = Statement("add_erasure_event", RowId)
LIST_ERASURE_EVENTS: Final = Statement("list_erasure_events", EventRow)


def add_request(wanted: NewRequest, who: tuple[str, int, str]) -> int | None:
    """Ask for an erasure, as (kind, number, name); None when the agent has nothing of that id."""
    who_kind, number, name = who
    row = ADD_ERASURE_REQUEST.first(
        runtime_agent_id=wanted.runtime_agent_id,
        kind=wanted.kind,
        message_id=wanted.message_id,
        conversation_id=wanted.conversation_id,
        actor_id=wanted.actor_id,
        sent_after=wanted.sent_after,
        sent_before=wanted.sent_before,
        reason=wanted.reason,
        asked_by_kind=who_kind,
        asked_by=number,
        asked_by_name=name,
    )
    return None if row is None else row.id


def list_requests(wanted: RequestsWanted, limit: int) -> list[RequestRow]:
    """Return requests, newest first."""
    return LIST_ERASURE_REQUESTS.all(
        agent_id=wanted.agent_id,
        request_id=wanted.request_id,
        statuses=None if wanted.statuses is None else list(wanted.statuses),
        before_id=wanted.before_id,
        verified_before=wanted.verified_before,
        limit=limit,
    )


def lock_request(request_id: int) -> str | None:
    """Hold a request until the transaction ends and return its state; None when there is none such."""
    row = LOCK_ERASURE_REQUEST.first(request_id=request_id)
    return None if row is None else row.status


def move_request(request_id: int, was: str, becomes: str) -> bool:
    """Move a request on; False when it was in another state."""
    return MOVE_ERASURE_REQUEST.first(request_id=request_id, was=was, becomes=becomes) is not None


def decide_request(request_id: int, who: tuple[str, int, str], version: int, *, is_approved: bool) -> bool:
    """Decide on what was read; False when that changed, was decided, or was asked for by the same."""
    who_kind, number, name = who
    row = DECIDE_ERASURE_REQUEST.first(
        request_id=request_id,
        is_approved=is_approved,
        decided_by_kind=who_kind,
        decided_by=number,
        decided_by_name=name,
        version=version,
    )
    return row is not None


def link_request(request_id: int) -> bool:
    """Take the linked accounts in; False when the request means no person or is not waiting."""
    return LINK_ERASURE_REQUEST.first(request_id=request_id) is not None


def linked_accounts(request_id: int) -> list[LinkedAccount]:
    """Return the accounts of the person who is meant."""
    return LIST_LINKED_ACCOUNTS.all(request_id=request_id)


def start(request_id: int, counted: Mapping[str, int]) -> bool:
    """Begin or resume an execution; False when the request is not approved."""
    return START_ERASURE.first(request_id=request_id, counted=json.dumps(counted)) is not None


def add_progress(request_id: int, deleted: Mapping[str, int]) -> None:
    """Add what a batch took out of each store."""
    ADD_ERASURE_PROGRESS.run(request_id=request_id, deleted=json.dumps(deleted))


def end(request_id: int) -> bool:
    """End an execution; False when it was not running."""
    return END_ERASURE.first(request_id=request_id) is not None


def end_verification(request_id: int, *, is_complete: bool) -> bool:
    """Write down what a verification found; False when there was nothing to verify."""
    return END_VERIFICATION.first(request_id=request_id, is_complete=is_complete) is not None


def add_event(request_id: int, what: str, who: tuple[str, str], details: Mapping[str, object]) -> int:
    """Write down a step by who did it, as (kind, name); returns its id."""
    return ADD_ERASURE_EVENT.one(
        request_id=request_id, what=what, who_kind=who[0], who=who[1], details=json.dumps(details)
    ).id


def list_events(request_id: int, limit: int) -> list[EventRow]:
    """Return the steps of a request, oldest first."""
    return LIST_ERASURE_EVENTS.all(request_id=request_id, limit=limit)


def _figures(text: str | None) -> dict[str, int]:
    found: dict[str, int] = json.loads(text) if text else {}
    return found
