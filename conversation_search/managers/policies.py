"""Retention policies: as they are now, the changes that made them, and what a change would do."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.holds import Doer
from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class ChangeId:
    """The id of a change."""

    id: int


@dataclass(frozen=True, slots=True)
class Change:
    """A policy as it shall be: of a room, else of a connector, else of an agent, else of all. `days` None: for good."""

    kind: str
    agent_id: int | None
    connector_id: int | None
    conversation_id: int | None
    days: int | None
    removes: bool


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """What a change would do at once, in messages; of those that would expire some would be kept out of sight."""

    would_expire: int
    would_be_kept: int
    would_return: int
    would_be_purged: int


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change that was asked for, and its answer; `answer` is `saved` or `refused`, None while it waits."""

    change_id: int
    kind: str
    agent_id: int | None
    connector_id: int | None
    conversation_id: int | None
    days: int | None
    removes: bool
    would_expire: int
    asked_at: datetime
    asked_who_kind: str
    asked_who: int
    asked_by: str
    reason: str
    answer: str | None
    answered_at: datetime | None
    answered_by: str | None

    def change(self) -> Change:
        """Return what was asked for."""
        scope = (self.agent_id, self.connector_id, self.conversation_id)
        return Change(self.kind, *scope, self.days, self.removes)


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """One policy as it is now."""

    kind: str
    agent_id: int | None
    connector_id: int | None
    conversation_id: int | None
    days: int | None
    namespace: str | None
    saved_at: datetime
    saved_by: str


@dataclass(frozen=True, slots=True)
class NamedScope:
    """The rows that a platform's own names stand for."""

    connector_id: int
    actor_id: int | None
    conversation_id: int | None


ASK_CHANGE: Final = Statement("ask_retention_change", ChangeId)
ANSWER_CHANGE: Final = Statement("answer_retention_change", ChangeId)
LIST_CHANGES: Final = Statement("list_retention_changes", ChangeRow, planned_each_time=True)
LIST_POLICIES: Final = Statement("list_retention_policies", PolicyRow, planned_each_time=True)
PREVIEW_CHANGE: Final = Statement("preview_retention_change", PreviewRow, planned_each_time=True)
FIND_NAMED_SCOPE: Final = Statement("find_named_scope", NamedScope)


def preview_change(change: Change) -> PreviewRow:
    """Count what a change would do at once."""
    return PREVIEW_CHANGE.one(
        kind=change.kind,
        runtime_agent_id=change.agent_id,
        connector_id=change.connector_id,
        conversation_id=change.conversation_id,
        days=change.days,
        removes=change.removes,
    )


def ask_change(change: Change, would_expire: int, doer: Doer, reason: str) -> int | None:
    """Ask for a change and return its number; None when what it names is not of its agent."""
    row = ASK_CHANGE.first(
        kind=change.kind,
        runtime_agent_id=change.agent_id,
        connector_id=change.connector_id,
        conversation_id=change.conversation_id,
        days=change.days,
        removes=change.removes,
        would_expire=would_expire,
        who_kind=doer.kind,
        who=doer.number,
        who_name=doer.name,
        reason=reason,
    )
    return None if row is None else row.id


def answer_change(change_id: int, would_expire: int, doer: Doer, reason: str, *, saved: bool) -> bool:
    """Save or refuse a change; False when there is none such."""
    row = ANSWER_CHANGE.first(
        change_id=change_id,
        step="saved" if saved else "refused",
        would_expire=would_expire,
        who_kind=doer.kind,
        who=doer.number,
        who_name=doer.name,
        reason=reason,
    )
    return row is not None


def list_changes(agent_id: int | None, change_id: int | None, limit: int) -> list[ChangeRow]:
    """Return changes that were asked for, newest first, of one agent or of all."""
    return LIST_CHANGES.all(runtime_agent_id=agent_id, change_id=change_id, limit=limit)


def list_policies(agent_id: int | None) -> list[PolicyRow]:
    """Return the policies of an agent and those for all, or of every agent; widest first."""
    return LIST_POLICIES.all(runtime_agent_id=agent_id)


def find_named_scope(
    agent_id: int, connector: tuple[str, str], person: str | None, room: str | None
) -> NamedScope | None:
    """Return what a platform's own names stand for; None when the agent has no such connector."""
    kind, name = connector
    return FIND_NAMED_SCOPE.first(runtime_agent_id=agent_id, type=kind, name=name, person=person, room=room)
