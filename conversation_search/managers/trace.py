"""What an operator reads back: runs, their tool calls, and the audit rows of searches. Ids and figures, never text."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run, open or closed; `destination` is JSON."""

    run_id: int
    opened_at: datetime
    expires_at: datetime
    closed_at: datetime | None
    external_run_id: str | None
    namespace: str
    external_thread_id: str
    kind: str
    requester_external_id: str | None
    inbound_message_id: int | None
    reply_message_id: int | None
    history_window: int
    destination: str


@dataclass(frozen=True, slots=True)
class ToolCallRow:
    """One tool call of a run."""

    tool_call_id: int
    tool: str
    idempotency_key: str | None
    called_at: datetime


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """One reply's lineage as it was stored."""

    message_event_id: int
    sent_at: datetime
    deleted_at: datetime | None
    withheld_at: datetime | None
    has_evidence: bool
    answered_message_id: int | None
    history_message_ids: list[int]


@dataclass(frozen=True, slots=True)
class SearchRow:
    """One audit row; `filters`, `destination`, `selected`, `neighbour_ids`, `exclusions`, `degraded` are JSON."""

    search_id: int
    run_id: int
    tool_call_id: int | None
    searched_at: datetime
    duration_ms: float
    status: str
    refusal: str | None
    requester_external_id: str | None
    query_digest: str
    filters: str
    destination: str
    namespace: str
    external_thread_id: str
    selected: str
    neighbour_ids: str
    matched: int
    exclusions: str
    ceiling_reached: bool
    ranking: str
    degraded: str
    replay_of_id: int | None


@dataclass(frozen=True, slots=True)
class RunFilter:
    """Which runs are wanted; None asks nothing. `after_id` is where the page before ended, `limit` None is all."""

    run_id: int | None = None
    after_id: int | None = None
    kind: str | None = None
    requester: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """Which searches are wanted; None asks nothing. `rule`: it removed at least one match."""

    search_id: int | None = None
    after_id: int | None = None
    run_id: int | None = None
    status: str | None = None
    requester: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    degraded: bool | None = None
    rule: str | None = None
    limit: int | None = None


LIST_RUNS: Final = Statement("list_runs", RunRow, planned_each_time=True)
LIST_TOOL_CALLS: Final = Statement("list_tool_calls", ToolCallRow)
LOAD_REPLY: Final = Statement("load_reply", ReplyRow)
LIST_SEARCHES: Final = Statement("list_searches", SearchRow, planned_each_time=True)


def list_runs(runtime_agent_id: int, wanted: RunFilter) -> list[RunRow]:
    """Return the runs that match, newest first."""
    return LIST_RUNS.all(runtime_agent_id=runtime_agent_id, **asdict(wanted))


def list_tool_calls(runtime_agent_id: int, run_id: int) -> list[ToolCallRow]:
    """Return the tool calls of a run, oldest first."""
    return LIST_TOOL_CALLS.all(runtime_agent_id=runtime_agent_id, run_id=run_id)


def load_reply(runtime_agent_id: int, message_event_id: int) -> ReplyRow | None:
    """Return the lineage of a stored reply."""
    return LOAD_REPLY.first(runtime_agent_id=runtime_agent_id, message_event_id=message_event_id)


def list_searches(runtime_agent_id: int, wanted: SearchFilter) -> list[SearchRow]:
    """Return the audit rows that match, newest first."""
    return LIST_SEARCHES.all(runtime_agent_id=runtime_agent_id, **asdict(wanted))
