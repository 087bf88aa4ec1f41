"""A run as a page shows it: a turn from the message to the reply, step by step."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from audit_ui.presenters.bars import Part, parts
from audit_ui.presenters.names import Link, Names, Person, Room
from audit_ui.presenters.searches import Destination, SearchDetail, destination, search_detail
from audit_ui.presenters.words import Word
from conversation_search import limits
from conversation_search.audit.listing import AuditedRun, AuditedSearch
from conversation_search.audit.trace import CallTrace, RunTrace

REPLIED: Final = Word("ok", "Replied", "The reply was checked once more and stored.")
OPEN: Final = Word("no_matches", "Open", "The turn has not ended.")
EXPIRED: Final = Word("search_budget_exhausted", "No reply", "The hour was over before a reply came.")


@dataclass(frozen=True, slots=True)
class RunLine:
    """One row of the list of runs."""

    link: Link
    agent: str
    at: datetime
    status: Word
    person: Person | None
    room: Room
    searches: int
    shown: int
    reply: Link | None
    inbound: Link | None


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the search tool: its audit row, what it put on the ledger, and how full that was then."""

    at: datetime
    after_ms: float
    """Milliseconds since the run was opened."""
    number: int
    search: SearchDetail | None
    replays: list[SearchDetail]
    added: list[Link]
    ledger_after: int
    ledger: list[Part]


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply and what is known of its sources."""

    message: Link
    at: datetime
    after_ms: float
    sources: int
    on_ledger: int
    missing: list[Link]
    """On the ledger and not among the reply's sources; none in a row that was not tampered with."""
    extra: list[Link]
    """Among the reply's sources and not on the ledger."""
    has_evidence: bool
    withheld_at: datetime | None
    deleted_at: datetime | None
    delivered: int

    @property
    def carries_its_sources(self) -> bool:
        """Tell whether the reply's sources are exactly what the run was shown."""
        return not self.missing and not self.extra


@dataclass(frozen=True, slots=True)
class RunDetail:
    """One turn."""

    line: RunLine
    destination: Destination
    external_run_id: str | None
    expires_at: datetime
    closed_at: datetime | None
    window: list[Link]
    window_asked: int
    window_ledger: list[Part]
    calls: list[Call]
    refused: list[SearchDetail]
    reply: Reply | None
    shown_memories: list[str]
    remembered: list[str]
    """Ids of the memories that were formed."""
    ledger_total: int
    ledger_limit: int


def run_line(row: AuditedRun, names: Names, now: datetime) -> RunLine:
    """Return a row of the list."""
    return RunLine(
        link=names.link(row.agent_id, "run", row.run_id),
        agent=names.agent(row.agent_id),
        at=row.opened_at,
        status=_status(row, now),
        person=names.person(row.agent_id, row.requester_id),
        room=names.room(row.agent_id, row.conversation_id, row.kind, row.namespace, row.public_name),
        searches=row.searches,
        shown=row.shown,
        reply=_message(row.reply_message_id, row, names),
        inbound=_message(row.inbound_message_id, row, names),
    )


def run_detail(
    row: AuditedRun, trace: RunTrace, searches: list[AuditedSearch], names: Names, now: datetime
) -> RunDetail:
    """Return one turn; `searches` are the audit rows of the run."""
    by_id = {search.search_id: search for search in searches}
    return RunDetail(
        line=run_line(row, names, now),
        destination=destination(row.destination),
        external_run_id=row.external_run_id,
        expires_at=row.expires_at,
        closed_at=row.closed_at,
        window=names.messages(row.agent_id, trace.window_ids),
        window_asked=row.history_window,
        window_ledger=_ledger(0, len(trace.window_ids)),
        calls=_calls(row, trace, by_id, names),
        refused=[search_detail(by_id[search.search_id], names) for search in trace.refused_searches],
        reply=_reply(row, trace, names),
        shown_memories=_memories(row, trace.shown_memory_ids, names),
        remembered=_memories(row, trace.remembered_ids, names),
        ledger_total=sum(trace.ledger_counts.values()),
        ledger_limit=limits.LEDGER_THROUGH_SEARCH,
    )


def _calls(row: AuditedRun, trace: RunTrace, by_id: dict[int, AuditedSearch], names: Names) -> list[Call]:
    calls: list[Call] = []
    before = len(trace.window_ids)
    for number, traced in enumerate(trace.calls, start=1):
        calls.append(_call(number, row, traced, before, by_id, names))
        before += len(traced.message_ids)
    return calls


def _call(  # noqa: PLR0913, PLR0917 - one step needs all of its turn
    number: int,
    row: AuditedRun,
    traced: CallTrace,
    before: int,
    by_id: dict[int, AuditedSearch],
    names: Names,
) -> Call:
    added = len(traced.message_ids)
    return Call(
        at=traced.call.called_at,
        after_ms=_since(row, traced.call.called_at),
        number=number,
        search=None if traced.search is None else search_detail(by_id[traced.search.search_id], names),
        replays=[search_detail(by_id[replay.search_id], names) for replay in traced.replays],
        added=names.messages(row.agent_id, traced.message_ids),
        ledger_after=before + added,
        ledger=_ledger(before, added),
    )


def _ledger(before: int, added: int) -> list[Part]:
    return parts(
        [("ledger", "Shown before", before), ("shown", "Shown by this step", added)],
        limits.LEDGER_THROUGH_SEARCH,
    )


def _reply(row: AuditedRun, trace: RunTrace, names: Names) -> Reply | None:
    stored = trace.reply
    if stored is None:
        return None
    shown = {*trace.window_ids, *(number for call in trace.calls for number in call.message_ids)}
    sources = set(stored.history_message_ids)
    return Reply(
        message=names.link(row.agent_id, "message", stored.message_event_id),
        at=row.closed_at or stored.sent_at,
        after_ms=_since(row, row.closed_at or stored.sent_at),
        sources=len(sources),
        on_ledger=len(shown),
        missing=names.messages(row.agent_id, sorted(shown - sources)),
        extra=names.messages(row.agent_id, sorted(sources - shown)),
        has_evidence=stored.has_evidence,
        withheld_at=stored.withheld_at,
        deleted_at=stored.deleted_at,
        delivered=len(trace.delivered_ids),
    )


def _memories(row: AuditedRun, numbers: list[int], names: Names) -> list[str]:
    return [names.agents.short_id(row.agent_id, "memory", number) for number in numbers]


def _since(row: AuditedRun, at: datetime) -> float:
    return max(0.0, (at - row.opened_at).total_seconds() * 1000)


def _message(number: int | None, row: AuditedRun, names: Names) -> Link | None:
    return None if number is None else names.link(row.agent_id, "message", number)


def _status(row: AuditedRun, now: datetime) -> Word:
    if row.reply_message_id is not None:
        return REPLIED
    return EXPIRED if now >= row.expires_at or row.closed_at is not None else OPEN
