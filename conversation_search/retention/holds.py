"""Legal holds: whoever may places one; a release is asked for by one person and granted by another."""

from conversation_search import limits
from conversation_search.errors import NotFound, OutOfTurn
from conversation_search.managers import holds
from conversation_search.managers.holds import Doer, HoldEventRow, HoldRow, HoldScope
from conversation_search.managers.transactions import StatementError, in_transaction
from conversation_search.retention import applying

__all__ = ["Doer", "HoldEventRow", "HoldRow", "HoldScope"]

REFUSED = "23001"
"""The SQLSTATE with which the database refuses a step that is out of turn."""


def place(agent_id: int, scope: HoldScope, doer: Doer, reason: str) -> int:
    """Place a hold; it holds from this moment. NotFound when what it names is not the agent's."""

    def work() -> int:
        hold_id = holds.place_hold(agent_id, scope, reason)
        if hold_id is None:
            raise NotFound
        holds.add_hold_event(hold_id, agent_id, "placed", doer, reason)
        return hold_id

    return in_transaction(work)


def ask_release(hold_id: int, doer: Doer, reason: str, agent_id: int | None = None) -> None:
    """Ask that a hold be released; NotFound, or OutOfTurn where that was asked for or the hold is released."""
    _step(hold_id, agent_id, "release_asked", doer, reason)


def decide(hold_id: int, doer: Doer, reason: str, agent_id: int | None = None, *, granted: bool) -> None:
    """Grant the release that somebody else asked for, or refuse it; NotFound or OutOfTurn.

    What the hold kept is purged unless something else keeps it: one batch at once, the rest by the next run.
    """
    _step(hold_id, agent_id, "released" if granted else "release_refused", doer, reason)
    if granted:
        next(applying.purge(find(hold_id).agent_id), None)


def listed(
    agent_id: int | None = None, before_id: int | None = None, limit: int = limits.PAGE_SIZE_MAX
) -> list[HoldRow]:
    """Return holds, released ones as well, newest first."""
    return holds.list_holds(agent_id, None, before_id, limit, limits.RETENTION_LAG_COUNTED)


def find(hold_id: int, agent_id: int | None = None) -> HoldRow:
    """Return one; NotFound when there is none such."""
    found = holds.list_holds(agent_id, hold_id, None, 1, limits.RETENTION_LAG_COUNTED)
    if not found:
        raise NotFound
    return found[0]


def events(hold_id: int) -> list[HoldEventRow]:
    """Return what was done about a hold, oldest first."""
    return holds.list_hold_events(hold_id)


def count_held(hold_id: int) -> int:
    """Return how many messages it covers, up to the bound of such counts."""
    return holds.count_held(hold_id, limits.RETENTION_LAG_COUNTED)


def _step(hold_id: int, agent_id: int | None, kind: str, doer: Doer, reason: str) -> None:
    try:
        known = in_transaction(lambda: holds.add_hold_event(hold_id, agent_id, kind, doer, reason))
    except StatementError as error:
        if error.sqlstate == REFUSED:
            raise OutOfTurn("A release is asked for once, and decided by somebody else.") from None
        raise
    if not known:
        raise NotFound
