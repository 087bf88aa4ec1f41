"""What the audit pages list: searches and runs of all agents, a page at a time. Ids and figures, never text."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class AgentRow:
    """One agent, with the key of its public ids."""

    id: int
    slug: str
    public_id_key: bytes


@dataclass(frozen=True, slots=True)
class AuditedSearch:
    """One audit row; `filters` to `degraded` are JSON, `public_name` is only given for a public channel."""

    search_id: int
    agent_id: int
    run_id: int
    tool_call_id: int | None
    searched_at: datetime
    duration_ms: float
    status: str
    refusal: str | None
    requester_id: int | None
    conversation_id: int
    namespace: str
    public_name: str | None
    query_digest: str
    filters: str
    destination: str
    selected: str
    neighbour_ids: str
    matched: int
    exclusions: str
    ceiling_reached: bool
    ranking: str
    degraded: str
    replay_of_id: int | None


@dataclass(frozen=True, slots=True)
class AuditedRun:
    """One run with the number of its searches and of the messages it was shown; `destination` is JSON."""

    run_id: int
    agent_id: int
    opened_at: datetime
    expires_at: datetime
    closed_at: datetime | None
    external_run_id: str | None
    requester_id: int | None
    conversation_id: int
    namespace: str
    public_name: str | None
    kind: str
    inbound_message_id: int | None
    reply_message_id: int | None
    history_window: int
    destination: str
    searches: int
    shown: int


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an order of time, and which way to read from it; without an id: from the newest on."""

    place_at: datetime | None = None
    place_id: int | None = None
    newer: bool = False


@dataclass(frozen=True, slots=True)
class SearchesWanted:
    """Which searches are wanted; None asks nothing. `after` is inclusive, `before` exclusive."""

    agent_id: int | None = None
    search_id: int | None = None
    run_id: int | None = None
    requester_id: int | None = None
    message_id: int | None = None
    """It was put on the ledger by the search's call."""
    status: str | None = None
    kind: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    rule: str | None = None
    """It removed at least one match."""
    degraded: bool | None = None


@dataclass(frozen=True, slots=True)
class RunsWanted:
    """Which runs are wanted; None asks nothing. `after` is inclusive, `before` exclusive."""

    agent_id: int | None = None
    run_id: int | None = None
    requester_id: int | None = None
    message_id: int | None = None
    """It was put on the run's ledger."""
    kind: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    replied: bool | None = None


LIST_AUDITED_AGENTS: Final = Statement("list_audited_agents", AgentRow)
PAGE_SEARCHES: Final = Statement("page_searches", AuditedSearch, planned_each_time=True)
PAGE_RUNS: Final = Statement("page_runs", AuditedRun, planned_each_time=True)


def list_audited_agents() -> list[AgentRow]:
    """Return every agent, by slug."""
    return LIST_AUDITED_AGENTS.all()


def page_searches(wanted: SearchesWanted, place: Place, limit: int | None) -> list[AuditedSearch]:
    """Return at most `limit` audit rows that match, the nearest to the place, newest first; None: all of them."""
    return PAGE_SEARCHES.all(**asdict(wanted), **asdict(place), limit=limit)


def page_runs(wanted: RunsWanted, place: Place, limit: int) -> list[AuditedRun]:
    """Return at most `limit` runs that match, the nearest to the place, newest first."""
    return PAGE_RUNS.all(**asdict(wanted), **asdict(place), limit=limit)
