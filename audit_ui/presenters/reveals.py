"""A wish to see a name, as a page shows it."""

from dataclasses import dataclass
from datetime import datetime

from audit_ui.presenters.words import Word
from conversation_search.audit.agents import Agents
from conversation_search.audit.reveals import RevealRow
from conversation_search.public_ids import Kind

WAITING = Word("search_budget_exhausted", "Waiting", "For a second person.")
GRANTED = Word("ok", "Granted", "Until the time given.")
OVER = Word("no_matches", "Over", "It was granted, and that time is over.")
REFUSED = Word("refused", "Refused", "The name stays hidden.")


@dataclass(frozen=True, slots=True)
class RevealLine:
    """One wish, and what came of it."""

    number: int
    kind: str
    full: str
    short: str
    asked_by_id: int
    asked_by: str
    asked_at: datetime
    reason: str
    decided_by: str | None
    decided_at: datetime | None
    expires_at: datetime | None
    status: Word

    @property
    def is_waiting(self) -> bool:
        """Tell whether nobody has decided."""
        return self.decided_at is None


def reveal_line(row: RevealRow, agents: Agents) -> RevealLine:
    """Return a row of the list."""
    kind: Kind = "person" if row.kind == "person" else "room"
    short = agents.short_id(row.agent_id, kind, row.subject_id)
    return RevealLine(
        number=row.reveal_id,
        kind=kind,
        full=f"{agents.by_id[row.agent_id].slug}.{short}",
        short=short,
        asked_by_id=row.asked_by,
        asked_by=row.asked_by_name,
        asked_at=row.asked_at,
        reason=row.reason,
        decided_by=row.decided_by_name,
        decided_at=row.decided_at,
        expires_at=row.expires_at,
        status=_status(row),
    )


def _status(row: RevealRow) -> Word:
    if row.granted is None:
        return WAITING
    if not row.granted:
        return REFUSED
    return GRANTED if row.is_open else OVER
