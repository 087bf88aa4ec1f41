"""Names behind pseudonyms: who asked, who decided, and the name itself while it is granted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class RevealId:
    """The id of a reveal."""

    id: int


@dataclass(frozen=True, slots=True)
class RevealRow:
    """One wish to see a name, and what came of it."""

    reveal_id: int
    agent_id: int
    kind: str
    subject_id: int
    asked_by: int
    asked_by_name: str
    asked_at: datetime
    reason: str
    decided_by_name: str | None
    decided_at: datetime | None
    granted: bool | None
    expires_at: datetime | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class RevealedName:
    """What is behind a pseudonym."""

    reveal_id: int
    namespace: str
    external_id: str
    name: str | None


ASK_REVEAL: Final = Statement("ask_reveal", RevealId)
LIST_REVEALS: Final = Statement("list_reveals", RevealRow, planned_each_time=True)
DECIDE_REVEAL: Final = Statement("decide_reveal", RevealId)
READ_REVEALED_NAME: Final = Statement("read_revealed_name", RevealedName)


def ask_reveal(
    agent_id: int, kind: str, subject_id: int, asked_by: tuple[int, str], reason: str
) -> int | None:
    """Ask for a name, by a reader's number and name; None when the agent has no such person or room."""
    user_id, username = asked_by
    row = ASK_REVEAL.first(
        agent_id=agent_id,
        kind=kind,
        subject_id=subject_id,
        asked_by=user_id,
        asked_by_name=username,
        reason=reason,
    )
    return None if row is None else row.id


def list_reveals(asked_by: int | None, reveal_id: int | None, limit: int) -> list[RevealRow]:
    """Return what was asked for, newest first."""
    return LIST_REVEALS.all(asked_by=asked_by, reveal_id=reveal_id, limit=limit)


def decide_reveal(reveal_id: int, decided_by: tuple[int, str], hours: int, *, granted: bool) -> bool:
    """Decide once; False when there is none such, when it was decided, or when the decider asked for it."""
    user_id, username = decided_by
    row = DECIDE_REVEAL.first(
        reveal_id=reveal_id, decided_by=user_id, decided_by_name=username, hours=hours, granted=granted
    )
    return row is not None


def read_revealed_name(reveal_id: int, asked_by: int) -> RevealedName | None:
    """Return the name, to the one who asked and while it is granted."""
    return READ_REVEALED_NAME.first(reveal_id=reveal_id, asked_by=asked_by)
