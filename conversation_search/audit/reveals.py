"""Names behind pseudonyms: asked for with a reason, granted for some hours by a second person."""

from conversation_search import limits
from conversation_search.errors import NotFound
from conversation_search.managers import reveals
from conversation_search.managers.reveals import RevealedName, RevealRow

__all__ = ["RevealRow", "RevealedName", "ask", "decide", "find", "listed", "name_behind"]


def ask(agent_id: int, kind: str, subject_id: int, asked_by: tuple[int, str], reason: str) -> int:
    """Ask for the name of a `person` or `room`; NotFound when the agent has none such."""
    reveal_id = reveals.ask_reveal(agent_id, kind, subject_id, asked_by, reason)
    if reveal_id is None:
        raise NotFound
    return reveal_id


def listed(asked_by: int | None = None) -> list[RevealRow]:
    """Return what was asked for by one reader, or by everybody, newest first."""
    return reveals.list_reveals(asked_by, None, limits.PAGE_SIZE_MAX)


def find(reveal_id: int) -> RevealRow:
    """Return one; NotFound when there is none such."""
    rows = reveals.list_reveals(None, reveal_id, 1)
    if not rows:
        raise NotFound
    return rows[0]


def decide(reveal_id: int, decided_by: tuple[int, str], hours: int, *, granted: bool) -> None:
    """Grant or refuse; NotFound when there is nothing that this person may decide."""
    if not reveals.decide_reveal(reveal_id, decided_by, hours, granted=granted):
        raise NotFound


def name_behind(reveal_id: int, asked_by: int) -> RevealedName | None:
    """Return the name to the one who asked, while it is granted; None to anybody else and at any other time."""
    return reveals.read_revealed_name(reveal_id, asked_by)
