"""Pages of searches and runs across agents, in order of time; they do not move when rows arrive."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Generic, TypeVar

from conversation_search import limits
from conversation_search.audit.events import RULES
from conversation_search.errors import NotFound
from conversation_search.managers import pages
from conversation_search.managers.pages import (
    AuditedRun,
    AuditedSearch,
    Place,
    RunsWanted,
    SearchesWanted,
)

__all__ = [
    "RULES",
    "STATUSES",
    "AuditedRun",
    "AuditedSearch",
    "Listing",
    "Place",
    "RunsWanted",
    "SearchesWanted",
    "every_search",
    "list_runs",
    "list_searches",
    "one_run",
    "one_search",
    "place_of_run",
    "place_of_search",
    "searches_of_run",
]

STATUSES: Final = ("ok", "no_matches", "search_budget_exhausted", "refused", "timed_out", "failed")
"""What an audit row may say about how its search ended."""

Row = TypeVar("Row")
Read = Callable[[Place, int], list[Row]]


@dataclass(frozen=True, slots=True)
class Listing(Generic[Row]):
    """One page, newest first, and whether there is more on either side of it."""

    rows: list[Row]
    has_newer: bool
    has_older: bool


def list_searches(
    wanted: SearchesWanted, place: Place, limit: int = limits.PAGE_SIZE
) -> Listing[AuditedSearch]:
    """Return one page of the audit rows that match."""
    return _listing(lambda place, limit: pages.page_searches(wanted, place, limit), place, limit)


def list_runs(wanted: RunsWanted, place: Place, limit: int = limits.PAGE_SIZE) -> Listing[AuditedRun]:
    """Return one page of the runs that match."""
    return _listing(lambda place, limit: pages.page_runs(wanted, place, limit), place, limit)


def one_search(agent_id: int, search_id: int) -> AuditedSearch:
    """Return one audit row; NotFound when this agent has none such."""
    rows = pages.page_searches(SearchesWanted(agent_id=agent_id, search_id=search_id), Place(), 1)
    return _only(rows)


def one_run(agent_id: int, run_id: int) -> AuditedRun:
    """Return one run; NotFound when this agent has none such."""
    return _only(pages.page_runs(RunsWanted(agent_id=agent_id, run_id=run_id), Place(), 1))


def searches_of_run(agent_id: int, run_id: int) -> list[AuditedSearch]:
    """Return every audit row of a run, newest first; a run has a bounded number of them."""
    return pages.page_searches(SearchesWanted(agent_id=agent_id, run_id=run_id), Place(), None)


def place_of_search(search: AuditedSearch, *, newer: bool) -> Place:
    """Return the place of an audit row, to read on from there."""
    return Place(search.searched_at, search.search_id, newer)


def place_of_run(run: AuditedRun, *, newer: bool) -> Place:
    """Return the place of a run, to read on from there."""
    return Place(run.opened_at, run.run_id, newer)


def every_search(wanted: SearchesWanted, until: datetime) -> Iterator[AuditedSearch]:
    """Give every audit row that matches and was there at `until`, newest first, a batch at a time."""
    there = replace(wanted, before=until if wanted.before is None else min(wanted.before, until))
    place = Place()
    while True:
        batch = pages.page_searches(there, place, limits.EXPORT_BATCH)
        yield from batch
        if len(batch) < limits.EXPORT_BATCH:
            return
        place = place_of_search(batch[-1], newer=False)


def _listing(read: Read[Row], place: Place, limit: int) -> Listing[Row]:
    rows = read(place, limit + 1)
    has_more = len(rows) > limit
    if place.newer:
        return Listing(rows[-limit:], has_newer=has_more, has_older=True)
    return Listing(rows[:limit], has_newer=place.place_id is not None, has_older=has_more)


def _only(rows: list[Row]) -> Row:
    if not rows:
        raise NotFound
    return rows[0]
