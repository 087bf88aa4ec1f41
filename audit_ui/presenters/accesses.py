"""One row of the access log as a page shows it."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.urls import NoReverseMatch, reverse

from audit_ui.presenters import words
from audit_ui.presenters.words import Word
from conversation_search.audit.page_access import AccessRow


@dataclass(frozen=True, slots=True)
class AccessLine:
    """Who did what, when, filtered how, and why."""

    number: int
    at: datetime
    username: str
    page: str
    action: Word
    outcome: Word
    subject: str | None
    address: str | None
    """The page of the subject, where there is one."""
    filters: list[tuple[str, str]]
    reason: str | None
    details: dict[str, object]


def access_line(row: AccessRow) -> AccessLine:
    """Return a row of the access log."""
    return AccessLine(
        number=row.access_id,
        at=row.accessed_at,
        username=row.username,
        page=words.PAGES.get(row.page, row.page),
        action=words.ACTIONS[row.action],
        outcome=words.OUTCOMES[row.outcome],
        subject=row.subject,
        address=_address(row),
        filters=[(name, str(value)) for name, value in json.loads(row.filters).items()],
        reason=row.reason,
        details=json.loads(row.details),
    )


def _address(row: AccessRow) -> str | None:
    slug, _, short = (row.subject or "").rpartition(".")
    if not slug or row.page not in {"run", "search", "message"} or row.outcome != "shown":
        return None
    try:
        return reverse(f"audit:{row.page}", args=[slug, short])
    except NoReverseMatch:
        return None
