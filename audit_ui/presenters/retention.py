"""Policies, their changes, runs and holds, as pages show them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from audit_ui.presenters.words import Word
from conversation_search import limits
from conversation_search.audit.agents import Agents
from conversation_search.retention.holds import HoldRow
from conversation_search.retention.policies import Change, ChangeRow, LagRow, PolicyRow, RunRow

STANDS: Final = Word("ok", "Stands", "It keeps everything that it covers.")
RELEASE_ASKED: Final = Word(
    "search_budget_exhausted", "Release asked for", "It stands until a second person grants that."
)
RELEASED: Final = Word("no_matches", "Released", "It keeps nothing any more and stays on record.")
WAITING: Final = Word("search_budget_exhausted", "Waiting", "For a second person. Nothing is changed yet.")
SAVED: Final = Word("ok", "Saved", "It was taken over as it was asked for.")
REFUSED: Final = Word("refused", "Refused", "Nothing was changed.")
ANSWERS: Final = {None: WAITING, "saved": SAVED, "refused": REFUSED}
FINISHED: Final = Word("ok", "Finished", "It did all that was due.")
UNFINISHED: Final = Word(
    "search_budget_exhausted", "No end", "It is at work, or was stopped; the next one goes on."
)
COUNTED: Final = Word("no_matches", "Counted", "A dry run: it changed nothing.")
KINDS: Final = {"lifetime": "Shown for", "legal_minimum": "Kept by law for"}
EVENTS: Final = {
    "placed": "Placed",
    "release_asked": "Release asked for",
    "release_refused": "Release refused",
    "released": "Released",
}


@dataclass(frozen=True, slots=True)
class HoldLine:
    """One hold."""

    number: int
    agent: str
    covers: str
    reason: str
    placed_at: datetime
    placed_by: str
    released_at: datetime | None
    kept: str
    status: Word
    sent_from: datetime | None
    sent_before: datetime | None
    asked_by: tuple[str, int] | None
    """Kind and row number of who asked for the release that waits."""


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """One policy, in force or asked for."""

    kind: str
    scope: str
    length: str
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One change that was asked for."""

    number: int
    policy: PolicyLine
    would_expire: int
    reason: str
    status: Word
    answered_at: datetime | None
    answered_by: str | None


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run of retention for one agent."""

    agent: str
    started_at: datetime
    finished_at: datetime | None
    deleted: int
    kept: int
    purged: int
    status: Word


@dataclass(frozen=True, slots=True)
class LagLine:
    """How far an agent's retention is behind."""

    agent: str
    expired: str
    oldest_due_at: datetime | None
    kept: str
    purgeable: str


def hold_line(row: HoldRow, agents: Agents) -> HoldLine:
    """Return a row of the list."""
    asked = row.latest == "release_asked"
    return HoldLine(
        number=row.hold_id,
        agent=agents.by_id[row.agent_id].slug,
        covers=_covers(row, agents),
        reason=row.reason,
        placed_at=row.placed_at,
        placed_by=row.placed_by,
        released_at=row.released_at,
        kept=bounded(row.kept),
        status=RELEASED if row.released_at else RELEASE_ASKED if asked else STANDS,
        sent_from=row.sent_from,
        sent_before=row.sent_before,
        asked_by=(row.latest_who_kind, row.latest_who) if asked else None,
    )


def policy_line(row: PolicyRow, agents: Agents) -> PolicyLine:
    """Return a policy that is in force."""
    change = Change(row.kind, row.agent_id, row.connector_id, row.conversation_id, row.days, removes=False)
    return PolicyLine(
        KINDS[row.kind], _scope(change, agents, row.namespace), _length(change), row.saved_at, row.saved_by
    )


def change_line(row: ChangeRow, agents: Agents) -> ChangeLine:
    """Return a change that was asked for."""
    change = row.change()
    return ChangeLine(
        number=row.change_id,
        policy=PolicyLine(
            KINDS[row.kind], _scope(change, agents, None), _length(change), row.asked_at, row.asked_by
        ),
        would_expire=row.would_expire,
        reason=row.reason,
        status=ANSWERS[row.answer],
        answered_at=row.answered_at,
        answered_by=row.answered_by,
    )


def change_words(change: Change, agents: Agents, namespace: str | None = None) -> str:
    """Return a change that is previewed as a sentence's beginning."""
    return f"{_scope(change, agents, namespace)}: {KINDS[change.kind].lower()} {_length(change).lower()}"


def run_line(row: RunRow, agents: Agents) -> RunLine:
    """Return a run."""
    ended = COUNTED if row.is_dry_run else FINISHED
    return RunLine(
        agent=agents.by_id[row.agent_id].slug,
        started_at=row.started_at,
        finished_at=row.finished_at,
        deleted=row.deleted,
        kept=row.kept,
        purged=row.purged,
        status=ended if row.finished_at else UNFINISHED,
    )


def lag_line(row: LagRow, agents: Agents) -> LagLine:
    """Return how far an agent is behind."""
    return LagLine(
        agent=agents.by_id[row.agent_id].slug,
        expired=bounded(row.expired),
        oldest_due_at=row.oldest_due_at,
        kept=bounded(row.kept),
        purgeable=bounded(row.purgeable),
    )


def bounded(count: int) -> str:
    """Write a count that may have stopped at its bound."""
    return f"{count:,}" if count < limits.RETENTION_LAG_COUNTED else f"{count:,} or more"


def _covers(row: HoldRow, agents: Agents) -> str:
    parts = []
    if row.actor_id is not None:
        parts.append(f"person {agents.short_id(row.agent_id, 'person', row.actor_id)}")
    if row.conversation_id is not None:
        parts.append(f"room {agents.short_id(row.agent_id, 'room', row.conversation_id)}")
    return " in ".join(parts) or "everything"


def _scope(change: Change, agents: Agents, namespace: str | None) -> str:
    if change.agent_id is None:
        return "All agents"
    slug = agents.by_id[change.agent_id].slug
    if change.conversation_id is not None:
        return f"Room {slug}.{agents.short_id(change.agent_id, 'room', change.conversation_id)}"
    if change.connector_id is not None:
        return f"Connector {namespace or change.connector_id} of {slug}"
    return f"Agent {slug}"


def _length(change: Change) -> str:
    if change.removes:
        return "What the wider scope says"
    return "For good" if change.days is None else f"{change.days:,} days"
