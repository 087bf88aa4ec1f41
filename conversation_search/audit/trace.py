"""The trace of a run and of its searches, for operators: who asked, what was shown, what was withheld and why."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from conversation_search.errors import NotFound
from conversation_search.managers import ledger, memories, replies, trace
from conversation_search.managers.ledger import LedgerRow
from conversation_search.managers.trace import (
    ReplyRow,
    RunFilter,
    RunRow,
    SearchFilter,
    SearchRow,
    ToolCallRow,
)

__all__ = [
    "CallTrace",
    "Page",
    "ReplyRow",
    "RunFilter",
    "RunRow",
    "RunTrace",
    "SearchFilter",
    "SearchRow",
    "one_search",
    "runs_page",
    "searches_page",
    "trace_run",
]

Row = TypeVar("Row", RunRow, SearchRow)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """One page of a list; `has_more` tells whether asking for what comes after its last row is worth it."""

    rows: list[Row]
    has_more: bool


@dataclass(frozen=True, slots=True)
class CallTrace:
    """One tool call: its audit row, those of its replays, and the messages that it put on the ledger."""

    call: ToolCallRow
    search: SearchRow | None
    replays: list[SearchRow]
    message_ids: list[int]


@dataclass(frozen=True, slots=True)
class RunTrace:
    """Everything that happened in one run."""

    run: RunRow
    window_ids: list[int]
    """The history window, oldest first."""
    ledger_counts: dict[str, int]
    """Distinct messages shown, by how: `window`, `hit`, `before`, `after`."""
    calls: list[CallTrace]
    refused_searches: list[SearchRow]
    """Searches that ended before they had a tool call."""
    reply: ReplyRow | None
    delivered_ids: list[str]
    shown_memory_ids: list[int]
    remembered_ids: list[int]


def runs_page(runtime_agent_id: int, wanted: RunFilter, limit: int) -> Page[RunRow]:
    """Return one page of runs, newest first; NotFound when what it goes on after is no run of this agent."""
    if wanted.after_id is not None:
        _one_run(runtime_agent_id, wanted.after_id)
    return _page(trace.list_runs(runtime_agent_id, replace(wanted, limit=limit + 1)), limit)


def searches_page(runtime_agent_id: int, wanted: SearchFilter, limit: int) -> Page[SearchRow]:
    """Return one page of audit rows, newest first; NotFound when a run or a row it names is none of this agent."""
    if wanted.run_id is not None:
        _one_run(runtime_agent_id, wanted.run_id)
    if wanted.after_id is not None:
        one_search(runtime_agent_id, wanted.after_id)
    return _page(trace.list_searches(runtime_agent_id, replace(wanted, limit=limit + 1)), limit)


def one_search(runtime_agent_id: int, search_id: int) -> SearchRow:
    """Return one audit row; NotFound when this agent has none such."""
    rows = trace.list_searches(runtime_agent_id, SearchFilter(search_id=search_id, limit=1))
    if not rows:
        raise NotFound
    return rows[0]


def trace_run(runtime_agent_id: int, run_id: int) -> RunTrace:
    """Return the trace of one run, open or closed; NotFound when this agent has none such."""
    run = _one_run(runtime_agent_id, run_id)
    shown = ledger.list_ledger(runtime_agent_id, run_id)
    oldest_first = trace.list_searches(runtime_agent_id, SearchFilter(run_id=run_id))[::-1]
    calls = trace.list_tool_calls(runtime_agent_id, run_id)
    reply_id = run.reply_message_id
    remembered = memories.trace(runtime_agent_id, run_id)
    return RunTrace(
        run=run,
        window_ids=[entry.message_event_id for entry in shown if entry.source == "window"],
        ledger_counts=_counts(shown),
        calls=[_trace_call(call, oldest_first, shown) for call in calls],
        refused_searches=[search for search in oldest_first if search.tool_call_id is None],
        reply=None if reply_id is None else trace.load_reply(runtime_agent_id, reply_id),
        shown_memory_ids=[one.memory_id for one in remembered if one.part == "shown"],
        remembered_ids=[one.memory_id for one in remembered if one.part == "remembered"],
        delivered_ids=[] if reply_id is None else replies.list_deliveries(runtime_agent_id, reply_id),
    )


def _one_run(runtime_agent_id: int, run_id: int) -> RunRow:
    runs = trace.list_runs(runtime_agent_id, RunFilter(run_id=run_id, limit=1))
    if not runs:
        raise NotFound
    return runs[0]


def _page(rows: list[Row], limit: int) -> Page[Row]:
    return Page(rows[:limit], has_more=len(rows) > limit)


def _counts(shown: Iterable[LedgerRow]) -> dict[str, int]:
    return dict.fromkeys(("window", "hit", "before", "after"), 0) | Counter(entry.source for entry in shown)


def _trace_call(call: ToolCallRow, searches: Sequence[SearchRow], shown: Sequence[LedgerRow]) -> CallTrace:
    own = [search for search in searches if search.tool_call_id == call.tool_call_id]
    return CallTrace(
        call=call,
        search=next((search for search in own if search.replay_of_id is None), None),
        replays=[search for search in own if search.replay_of_id is not None],
        message_ids=[entry.message_event_id for entry in shown if entry.tool_call_id == call.tool_call_id],
    )
