"""Changes of retention policies: previewed, asked for by one person, saved by another."""

from conversation_search import limits
from conversation_search.errors import NotFound, OutOfTurn
from conversation_search.managers import policies, retention_runs
from conversation_search.managers.holds import Doer
from conversation_search.managers.policies import Change, ChangeRow, NamedScope, PolicyRow, PreviewRow
from conversation_search.managers.retention_runs import LagRow, RunRow
from conversation_search.managers.transactions import StatementError, in_transaction

__all__ = ["Change", "ChangeRow", "LagRow", "NamedScope", "PolicyRow", "PreviewRow", "RunRow"]

REFUSED = {"23001", "23505"}
"""SQLSTATEs with which the database refuses an answer: not by this person, or not again."""


def preview(change: Change) -> PreviewRow:
    """Count what a change would do at once, and change nothing."""
    return policies.preview_change(change)


def ask(change: Change, doer: Doer, reason: str) -> int:
    """Ask for a change, with what it would do on record; NotFound when what it names is not its agent's."""

    def work() -> int:
        found = policies.preview_change(change)
        change_id = policies.ask_change(change, found.would_expire, doer, reason)
        if change_id is None:
            raise NotFound
        return change_id

    return in_transaction(work)


def decide(change_id: int, doer: Doer, reason: str, agent_id: int | None = None, *, saved: bool) -> None:
    """Save the change that somebody else asked for, or refuse it; NotFound or OutOfTurn."""
    found = policies.preview_change(find(change_id, agent_id).change())
    try:
        in_transaction(
            lambda: policies.answer_change(change_id, found.would_expire, doer, reason, saved=saved)
        )
    except StatementError as error:
        if error.sqlstate in REFUSED:
            raise OutOfTurn("A change is answered once, and saved by somebody else.") from None
        raise


def find(change_id: int, agent_id: int | None = None) -> ChangeRow:
    """Return one change; NotFound when there is none such."""
    found = policies.list_changes(agent_id, change_id, 1)
    if not found:
        raise NotFound
    return found[0]


def changes(agent_id: int | None = None) -> list[ChangeRow]:
    """Return changes that were asked for, newest first."""
    return policies.list_changes(agent_id, None, limits.PAGE_SIZE_MAX)


def in_force(agent_id: int | None = None) -> list[PolicyRow]:
    """Return the policies as they are now, widest scope first."""
    return policies.list_policies(agent_id)


def named(agent_id: int, connector: tuple[str, str], person: str | None, room: str | None) -> NamedScope:
    """Return what a platform's own names stand for; NotFound when one of them stands for nothing."""
    found = policies.find_named_scope(agent_id, connector, person, room)
    missing = found is None or (
        (person is not None and found.actor_id is None)
        or (room is not None and found.conversation_id is None)
    )
    if found is None or missing:
        raise NotFound
    return found


def runs(agent_id: int | None = None, limit: int = limits.PAGE_SIZE) -> list[RunRow]:
    """Return runs of retention, newest first."""
    return retention_runs.list_runs(agent_id, limit)


def lag(agent_id: int) -> LagRow:
    """Return how far an agent's retention is behind."""
    return retention_runs.measure_lag(agent_id, limits.RETENTION_LAG_COUNTED)
