"""A run of retention: deletes what has expired and purges what nothing keeps any more, in batches of one transaction.

Each batch asks the policies and the holds anew inside the statement that deletes. What was done is done, so a run that
was stopped is resumed by the next, and two at once share the work.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from conversation_search import limits
from conversation_search.managers import messages, retention, retention_runs
from conversation_search.managers.transactions import in_transaction


@dataclass(frozen=True, slots=True)
class Step:
    """What one batch did, in messages; those `kept` are deleted, and their text is kept by a hold or a minimum."""

    deleted: int = 0
    kept: int = 0
    purged: int = 0

    def __add__(self, other: "Step") -> "Step":
        return Step(self.deleted + other.deleted, self.kept + other.kept, self.purged + other.purged)


def apply(agent_id: int, run_key: UUID) -> Iterator[Step]:
    """Delete and purge all that is due of an agent, one batch a step; the run's beginning and end go on record."""
    _record(run_key, agent_id, "started", Step(), is_dry_run=False)
    total = Step()
    for step in _steps(agent_id):
        total += step
        yield step
    _record(run_key, agent_id, "finished", total, is_dry_run=False)


def preview(agent_id: int, run_key: UUID) -> Step:
    """Count what a run would do now, and change nothing; that this was asked goes on record."""
    _record(run_key, agent_id, "started", Step(), is_dry_run=True)
    due = retention_runs.count_due(agent_id)
    found = Step(due.deleted, due.kept, due.purged)
    _record(run_key, agent_id, "finished", found, is_dry_run=True)
    return found


def due(agent_id: int) -> int:
    """Count the messages that a run would touch now."""
    found = retention_runs.count_due(agent_id)
    return found.deleted + found.kept + found.purged


def purge(agent_id: int) -> Iterator[Step]:
    """Purge what a released hold kept, one batch a step."""
    last = 0
    while purged := in_transaction(partial(_purge_batch, agent_id, last)):
        last = purged[-1]
        yield Step(purged=len(purged))


def _steps(agent_id: int) -> Iterator[Step]:
    last = 0
    while rooms := retention.list_expiring_rooms(agent_id, last, limits.RETENTION_ROOMS):
        for conversation_id in rooms:
            yield from _expire(conversation_id)
        last = rooms[-1]
    yield from purge(agent_id)


def _expire(conversation_id: int) -> Iterator[Step]:
    while step := in_transaction(partial(_expire_batch, conversation_id)):
        yield step


def _expire_batch(conversation_id: int) -> Step | None:
    retention.await_holds()
    expired = retention.lock_expired(conversation_id, limits.RETENTION_BATCH)
    if not expired:
        return None
    gone = messages.delete_messages(expired, expired_only=True)
    kept = sum(message.is_kept for message in gone)
    return Step(deleted=len(gone) - kept, kept=kept)


def _purge_batch(agent_id: int, after_message_id: int) -> list[int]:
    retention.await_holds()
    return retention.purge_messages(agent_id, after_message_id, limits.RETENTION_BATCH)


def _record(run_key: UUID, agent_id: int, step: str, done: Step, *, is_dry_run: bool) -> None:
    retention_runs.add_run_event(
        run_key,
        agent_id,
        step,
        is_dry_run=is_dry_run,
        deleted=done.deleted,
        kept=done.kept,
        purged=done.purged,
    )
