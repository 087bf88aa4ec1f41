"""The record of who looked at the audit: written before a page leaves, or the page does not leave."""

from dataclasses import asdict, dataclass, field
from typing import Any

from conversation_search import limits
from conversation_search.errors import AuditUnavailable
from conversation_search.managers import page_access
from conversation_search.managers.page_access import AccessesWanted, AccessRow
from conversation_search.managers.transactions import StatementError

__all__ = ["AccessRow", "Accesses", "AccessesWanted", "PageAccess", "list_accesses", "record"]


@dataclass(frozen=True, slots=True)
class PageAccess:
    """One look: who, at which page, about what, filtered how, and why where a reason was asked for."""

    user_id: int
    username: str
    page: str
    action: str = "viewed"
    outcome: str = "shown"
    subject: str | None = None
    filters: dict[str, Any] = field(default_factory=dict)
    reason: str | None = None
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Accesses:
    """One page of accesses, newest first, and whether there is more on either side."""

    rows: list[AccessRow]
    has_newer: bool
    has_older: bool


def record(access: PageAccess) -> int:
    """Record one access and return its number; raises AuditUnavailable, upon which nothing may be shown."""
    try:
        return page_access.record_page_access(asdict(access))
    except StatementError as error:
        raise AuditUnavailable from error


def list_accesses(
    wanted: AccessesWanted, place_id: int | None = None, *, newer: bool = False, limit: int = limits.PAGE_SIZE
) -> Accesses:
    """Return one page of accesses older, or newer, than one of them."""
    rows = page_access.page_accesses(wanted, place_id, limit + 1, newer=newer)
    has_more = len(rows) > limit
    if newer:
        return Accesses(rows[-limit:], has_newer=has_more, has_older=True)
    return Accesses(rows[:limit], has_newer=place_id is not None, has_older=has_more)
