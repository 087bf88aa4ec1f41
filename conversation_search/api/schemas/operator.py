"""Runs as an operator reads them: who asked, what was shown, what was answered; ids, no text."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from conversation_search.api.queries import PageQuery, Time
from conversation_search.api.schemas.audit import DestinationOut, RequesterOut, SearchAuditOut
from conversation_search.api.schemas.base import ExternalId
from conversation_search.audit.trace import CallTrace, Page, ReplyRow, RunRow, RunTrace
from conversation_search.public_ids import PublicIds

RoomKind = Literal["direct", "group_direct", "private_channel", "public_channel"]
RunStatus = Literal["open", "replied", "expired"]


class RunsQuery(PageQuery):
    """Which runs are wanted. `after` is inclusive, `before` exclusive, both on when the run was opened."""

    kind: RoomKind | None = None
    requester: ExternalId | None = None
    after: Time | None = None
    before: Time | None = None


class RoomOut(BaseModel):
    """The room of a run; `kind` as it was when the run was opened."""

    namespace: str
    external_thread_id: str
    kind: str


class RunOut(BaseModel):
    """One run."""

    run_id: str
    status: RunStatus
    opened_at: datetime
    expires_at: datetime
    closed_at: datetime | None
    external_run_id: str | None
    conversation: RoomOut
    requester: RequesterOut | None
    inbound_message_id: str | None
    reply_message_id: str | None
    history_window: int

    @classmethod
    def of(cls, row: RunRow, ids: PublicIds, now: datetime) -> "RunOut":
        """Return a run under public ids."""
        return cls(
            run_id=ids.encode("run", row.run_id),
            status=_status(row, now),
            opened_at=row.opened_at,
            expires_at=row.expires_at,
            closed_at=row.closed_at,
            external_run_id=row.external_run_id,
            conversation=RoomOut(
                namespace=row.namespace, external_thread_id=row.external_thread_id, kind=row.kind
            ),
            requester=RequesterOut.of(row.requester_external_id),
            inbound_message_id=_message_id(row.inbound_message_id, ids),
            reply_message_id=_message_id(row.reply_message_id, ids),
            history_window=row.history_window,
        )


class RunsOut(BaseModel):
    """One page of runs, newest first; `next_after_id` asks for the next one."""

    data: list[RunOut]
    next_after_id: str | None = Field(description="Send it as after_id to go on; null at the end.")
    has_more: bool

    @classmethod
    def of(cls, page: Page[RunRow], ids: PublicIds, now: datetime) -> "RunsOut":
        """Return a page under public ids."""
        data = [RunOut.of(row, ids, now) for row in page.rows]
        return cls(
            data=data, next_after_id=data[-1].run_id if page.has_more else None, has_more=page.has_more
        )


class LedgerCountsOut(BaseModel):
    """How many distinct messages the run was shown, by how."""

    window: int
    hit: int
    before: int
    after: int


class ToolCallOut(BaseModel):
    """One tool call, its audit row, those of its replays, and what it put on the ledger."""

    tool: str
    tool_call_id: str | None
    """As the caller named it, in `Idempotency-Key`."""
    called_at: datetime
    message_ids: list[str]
    search_audit: SearchAuditOut | None
    replays: list[SearchAuditOut]

    @classmethod
    def of(cls, traced: CallTrace, ids: PublicIds) -> "ToolCallOut":
        """Return a traced call under public ids."""
        return cls(
            tool=traced.call.tool,
            tool_call_id=traced.call.idempotency_key,
            called_at=traced.call.called_at,
            message_ids=_message_ids(traced.message_ids, ids),
            search_audit=None if traced.search is None else SearchAuditOut.of(traced.search, ids),
            replays=[SearchAuditOut.of(replay, ids) for replay in traced.replays],
        )


class ReplyOut(BaseModel):
    """The reply and what it was built on. `withheld_at`: it, or a message it was built on directly, was deleted."""

    message_id: str
    sent_at: datetime
    has_evidence: bool
    deleted_at: datetime | None
    withheld_at: datetime | None
    answered_message_id: str | None
    history_message_ids: list[str]
    external_message_ids: list[str]

    @classmethod
    def of(cls, row: ReplyRow, delivered_ids: list[str], ids: PublicIds) -> "ReplyOut":
        """Return a reply under public ids."""
        return cls(
            message_id=ids.encode("message", row.message_event_id),
            sent_at=row.sent_at,
            has_evidence=row.has_evidence,
            deleted_at=row.deleted_at,
            withheld_at=row.withheld_at,
            answered_message_id=_message_id(row.answered_message_id, ids),
            history_message_ids=_message_ids(row.history_message_ids, ids),
            external_message_ids=delivered_ids,
        )


class TracedMemoriesOut(BaseModel):
    """The memories that the run was shown, and those that it formed."""

    shown: list[str]
    remembered: list[str]


class RunTraceOut(RunOut):
    """One run and everything that happened in it."""

    destination: DestinationOut
    window_message_ids: list[str]
    ledger: LedgerCountsOut
    tool_calls: list[ToolCallOut]
    refused_searches: list[SearchAuditOut]
    """Searches that were refused before they became a tool call."""
    memories: TracedMemoriesOut
    reply: ReplyOut | None

    @classmethod
    def of_trace(cls, trace: RunTrace, ids: PublicIds, now: datetime) -> "RunTraceOut":
        """Return a trace under public ids."""
        row = trace.run
        return cls(
            **dict(RunOut.of(row, ids, now)),
            destination=DestinationOut.of(row.destination, row.namespace),
            window_message_ids=_message_ids(trace.window_ids, ids),
            ledger=LedgerCountsOut(**trace.ledger_counts),
            tool_calls=[ToolCallOut.of(call, ids) for call in trace.calls],
            refused_searches=[SearchAuditOut.of(search, ids) for search in trace.refused_searches],
            memories=TracedMemoriesOut(
                shown=[ids.encode("memory", number) for number in trace.shown_memory_ids],
                remembered=[ids.encode("memory", number) for number in trace.remembered_ids],
            ),
            reply=None if trace.reply is None else ReplyOut.of(trace.reply, trace.delivered_ids, ids),
        )


def _status(row: RunRow, now: datetime) -> RunStatus:
    if row.closed_at is not None:
        return "replied"
    return "expired" if now >= row.expires_at else "open"


def _message_id(number: int | None, ids: PublicIds) -> str | None:
    return None if number is None else ids.encode("message", number)


def _message_ids(numbers: list[int], ids: PublicIds) -> list[str]:
    return [ids.encode("message", number) for number in numbers]
