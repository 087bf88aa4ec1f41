"""The figures of the overview: searches by day, and what is checked about the audit itself."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class SearchDay:
    """The searches of one day that ended alike, and how many matches each rule removed in them."""

    day: datetime
    status: str
    searches: int
    degraded: int
    already_in_context: int
    no_evidence: int
    audience: int
    lineage: int
    below_cutoff: int


@dataclass(frozen=True, slots=True)
class Checked:
    """How many rows were looked at, how many are wrong, and the newest of these with their agents."""

    checked: int
    wrong: int
    row_ids: list[int]
    agent_ids: list[int]


ADD_SEARCH_FIGURES: Final = Statement("add_search_figures", Done, planned_each_time=True)
COUNT_SEARCH_DAYS: Final = Statement("count_search_days", SearchDay, planned_each_time=True)
CHECK_AUDIT_COUNTS: Final = Statement("check_audit_counts", Checked)
CHECK_REPLY_SOURCES: Final = Statement("check_reply_sources", Checked)


def add_search_figures(after: datetime, settled: datetime) -> int:
    """Add up the quarters of an hour from `after` on that ended before `settled`; return how many rows were new."""
    return ADD_SEARCH_FIGURES.run(after=after, settled=settled)


def count_search_days(after: datetime, before: datetime, zone: str, agent_id: int | None) -> list[SearchDay]:
    """Return the figures of each day of a span, by how searches ended."""
    return COUNT_SEARCH_DAYS.all(after=after, before=before, zone=zone, agent_id=agent_id)


def check_audit_counts(sample: int, shown: int) -> Checked:
    """Look for audit rows whose counts do not add up."""
    return CHECK_AUDIT_COUNTS.one(sample=sample, shown=shown)


def check_reply_sources(sample: int, shown: int) -> Checked:
    """Look for replies whose sources are not what their run was shown."""
    return CHECK_REPLY_SOURCES.one(sample=sample, shown=shown)
