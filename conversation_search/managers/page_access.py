"""Who looked at the audit, what each reader saved, and sign-ins that failed."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class AccessId:
    """The id of what was recorded."""

    id: int


@dataclass(frozen=True, slots=True)
class AccessRow:
    """One look, export or refusal; `filters` and `details` are JSON."""

    access_id: int
    accessed_at: datetime
    username: str
    page: str
    action: str
    outcome: str
    subject: str | None
    filters: str
    reason: str | None
    details: str


@dataclass(frozen=True, slots=True)
class AccessesWanted:
    """Which accesses are wanted; None asks nothing. `after` is inclusive, `before` exclusive."""

    access_id: int | None = None
    username: str | None = None
    page: str | None = None
    action: str | None = None
    outcome: str | None = None
    subject: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    exports_only: bool = False


@dataclass(frozen=True, slots=True)
class SavedViewRow:
    """One saved view."""

    id: int
    page: str
    name: str
    query: str


@dataclass(frozen=True, slots=True)
class FailuresRow:
    """How often a source failed lately."""

    source: bytes
    failures: int


RECORD_PAGE_ACCESS: Final = Statement("record_page_access", AccessId)
PAGE_ACCESSES: Final = Statement("page_accesses", AccessRow, planned_each_time=True)
LIST_SAVED_VIEWS: Final = Statement("list_saved_views", SavedViewRow)
SAVE_VIEW: Final = Statement("save_view", AccessId)
FORGET_VIEW: Final = Statement("forget_view", Done)
COUNT_SIGN_IN_FAILURES: Final = Statement("count_sign_in_failures", FailuresRow)
RECORD_SIGN_IN_FAILURE: Final = Statement("record_sign_in_failure", Done)


def record_page_access(row: dict[str, Any]) -> int:
    """Record one access and return its id; dicts are stored as JSON."""
    plain = {name: json.dumps(value) if isinstance(value, dict) else value for name, value in row.items()}
    return RECORD_PAGE_ACCESS.one(**plain).id


def page_accesses(
    wanted: AccessesWanted, place_id: int | None, limit: int, *, newer: bool
) -> list[AccessRow]:
    """Return at most `limit` accesses that match, the nearest to the place, newest first."""
    return PAGE_ACCESSES.all(**asdict(wanted), place_id=place_id, newer=newer, limit=limit)


def list_saved_views(user_id: int, page: str | None) -> list[SavedViewRow]:
    """Return a reader's saved views, of one page or of all."""
    return LIST_SAVED_VIEWS.all(user_id=user_id, page=page)


def save_view(user_id: int, page: str, name: str, query: str, most: int) -> bool:
    """Save a view; False when the reader has `most` already."""
    row = SAVE_VIEW.first(user_id=user_id, page=page, name=name, query=query, most=most)
    return row is not None


def forget_view(user_id: int, view_id: int) -> bool:
    """Forget a view; False when this reader has none such."""
    return FORGET_VIEW.run(user_id=user_id, view_id=view_id) > 0


def count_sign_in_failures(sources: Sequence[bytes], since: datetime) -> dict[bytes, int]:
    """Return how often each source failed since then."""
    rows = COUNT_SIGN_IN_FAILURES.all(sources=list(sources), since=since)
    return {row.source: row.failures for row in rows}


def record_sign_in_failure(sources: Sequence[bytes], since: datetime) -> None:
    """Record one failure of these sources and forget what is older than `since`."""
    RECORD_SIGN_IN_FAILURE.run(sources=list(sources), since=since)
