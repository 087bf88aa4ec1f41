"""Runs of retention, begun and ended, and how far behind they are."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run for one agent; without an end it is at work or was stopped."""

    run_key: str
    agent_id: int
    is_dry_run: bool
    started_at: datetime
    finished_at: datetime | None
    deleted: int
    kept: int
    purged: int


@dataclass(frozen=True, slots=True)
class LagRow:
    """How far an agent's retention is behind, counted up to a bound, and what is kept although it is due."""

    agent_id: int
    expired: int
    oldest_due_at: datetime | None
    kept: int
    purgeable: int


@dataclass(frozen=True, slots=True)
class DueRow:
    """What a run would do now, in messages."""

    deleted: int
    kept: int
    purged: int


ADD_RUN_EVENT: Final = Statement("add_retention_run_event", Done)
LIST_RUNS: Final = Statement("list_retention_runs", RunRow, planned_each_time=True)
COUNT_DUE: Final = Statement("count_retention_due", DueRow)
MEASURE_LAG: Final = Statement("measure_retention_lag", LagRow)


def add_run_event(  # noqa: PLR0913 - the columns of a row
    run_key: UUID, agent_id: int, step: str, *, is_dry_run: bool, deleted: int, kept: int, purged: int
) -> None:
    """Put on record that a run began or ended."""
    ADD_RUN_EVENT.run(
        run_key=str(run_key),
        runtime_agent_id=agent_id,
        step=step,
        is_dry_run=is_dry_run,
        deleted=deleted,
        kept=kept,
        purged=purged,
    )


def list_runs(agent_id: int | None, limit: int) -> list[RunRow]:
    """Return runs, newest first, of one agent or of all."""
    return LIST_RUNS.all(runtime_agent_id=agent_id, limit=limit)


def measure_lag(agent_id: int, most: int) -> LagRow:
    """Return how far an agent's retention is behind, counting this many messages of each kind at most."""
    return MEASURE_LAG.one(runtime_agent_id=agent_id, most=most)


def count_due(agent_id: int) -> DueRow:
    """Return what a run would do now, counted whole."""
    return COUNT_DUE.one(runtime_agent_id=agent_id)
