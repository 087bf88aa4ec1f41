"""Retention and holds as an operator sends and reads them: ids, figures and reasons, no text of a message."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, model_validator

from conversation_search import limits
from conversation_search.api.schemas.base import ConnectorBlock, ExternalId, Moment, StrictModel, Text
from conversation_search.managers.holds import HoldEventRow, HoldRow
from conversation_search.managers.policies import ChangeRow, PolicyRow, PreviewRow
from conversation_search.managers.retention_runs import LagRow, RunRow
from conversation_search.public_ids import PublicIds

PolicyKind = Literal["lifetime", "legal_minimum"]
Reason = Annotated[Text, Field(min_length=limits.REASON_CHARACTERS_MIN, max_length=limits.REASON_CHARACTERS)]


class PersonIn(StrictModel):
    """One account of a person; the accounts ever proved to be the same person's count as well."""

    connector: ConnectorBlock
    external_id: ExternalId


class RoomIn(StrictModel):
    """One room."""

    connector: ConnectorBlock
    external_thread_id: ExternalId


class HoldIn(StrictModel):
    """What is held: what fits everything that is named here; nothing named is all of this agent."""

    reason: Reason
    person: PersonIn | None = None
    room: RoomIn | None = None
    sent_from: Moment | None = None
    sent_before: Moment | None = None

    @model_validator(mode="after")
    def _forward(self) -> Self:
        if self.sent_from and self.sent_before and self.sent_from >= self.sent_before:
            raise ValueError("Send a sent_before that is later than sent_from.")
        return self


class ReasonIn(StrictModel):
    """Why something is asked for."""

    reason: Reason


class ReleaseDecisionIn(ReasonIn):
    """Whether a hold is released; by another key or user than asked for it."""

    decision: Literal["release", "refuse"]


class ChangeDecisionIn(ReasonIn):
    """Whether a change is saved; by another key or user than asked for it."""

    decision: Literal["save", "refuse"]


class PolicyIn(StrictModel):
    """A policy as it shall be: of a room, else of a connector, else of this agent."""

    kind: PolicyKind
    connector: ConnectorBlock | None = None
    room: RoomIn | None = None
    days: Annotated[int, Field(ge=1, le=limits.RETENTION_DAYS_MAX)] | None = None
    """Of 24 hours; null is for good, of a lifetime."""
    removes: bool = False
    """Takes the policy of this scope away, so that the next wider one decides."""

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.connector and self.room:
            raise ValueError("Name a connector or a room, not both.")
        if self.removes and self.days is not None:
            raise ValueError("Leave out days where the policy is taken away.")
        if self.kind == "legal_minimum" and self.days is None and not self.removes:
            raise ValueError("A legal minimum is a number of days.")
        return self


class ChangeIn(PolicyIn):
    """A change that is asked for, and why."""

    reason: Reason


class HoldOut(BaseModel):
    """One hold; `kept` counts deletions whose text it keeps, up to a bound."""

    hold_id: str
    person_id: str | None
    room_id: str | None
    sent_from: datetime | None
    sent_before: datetime | None
    reason: str
    placed_at: datetime
    placed_by: str
    state: Literal["stands", "release_asked", "released"]
    released_at: datetime | None
    kept: int

    @classmethod
    def of(cls, row: HoldRow, ids: PublicIds) -> Self:
        """Return a hold under public ids."""
        asked = row.latest == "release_asked"
        return cls.model_validate(
            {
                "hold_id": ids.encode("hold", row.hold_id),
                "person_id": None if row.actor_id is None else ids.encode("person", row.actor_id),
                "room_id": None if row.conversation_id is None else ids.encode("room", row.conversation_id),
                "sent_from": row.sent_from,
                "sent_before": row.sent_before,
                "reason": row.reason,
                "placed_at": row.placed_at,
                "placed_by": row.placed_by,
                "state": "released" if row.released_at else "release_asked" if asked else "stands",
                "released_at": row.released_at,
                "kept": row.kept,
            }
        )


class HoldsOut(BaseModel):
    """One page of holds, newest first."""

    data: list[HoldOut]
    next_after_id: str | None
    has_more: bool


class HoldEventOut(BaseModel):
    """One thing that was done about a hold."""

    kind: str
    happened_at: datetime
    who_kind: str
    who: str
    reason: str


class HoldDetailOut(HoldOut):
    """One hold with how many messages it covers, up to a bound, and what was done about it, oldest first."""

    covered: int = 0
    events: list[HoldEventOut] = Field(default_factory=list)

    @classmethod
    def with_events(cls, row: HoldRow, covered: int, events: list[HoldEventRow], ids: PublicIds) -> Self:
        """Return a hold with its record."""
        told = [
            HoldEventOut(
                kind=event.kind,
                happened_at=event.happened_at,
                who_kind=event.who_kind,
                who=event.who_name,
                reason=event.reason,
            )
            for event in events
        ]
        return cls.of(row, ids).model_copy(update={"covered": covered, "events": told})


class RetentionPreviewOut(BaseModel):
    """What a change would do at once, in messages."""

    would_expire: int
    would_be_kept: int
    would_return: int
    would_be_purged: int

    @classmethod
    def of(cls, row: PreviewRow) -> Self:
        """Return a preview."""
        return cls(
            would_expire=row.would_expire,
            would_be_kept=row.would_be_kept,
            would_return=row.would_return,
            would_be_purged=row.would_be_purged,
        )


class RetentionPolicyOut(BaseModel):
    """One policy as it is now; `scope` is the widest thing it is for."""

    kind: PolicyKind
    scope: Literal["all", "agent", "connector", "room"]
    namespace: str | None
    room_id: str | None
    days: int | None
    saved_at: datetime
    saved_by: str

    @classmethod
    def of(cls, row: PolicyRow, ids: PublicIds) -> Self:
        """Return a policy."""
        return cls.model_validate(
            {
                "kind": row.kind,
                "scope": _scope(row),
                "namespace": row.namespace,
                "room_id": None if row.conversation_id is None else ids.encode("room", row.conversation_id),
                "days": row.days,
                "saved_at": row.saved_at,
                "saved_by": row.saved_by,
            }
        )


class RetentionChangeOut(BaseModel):
    """One change that was asked for; `would_expire` was counted in that moment."""

    change_id: str
    kind: PolicyKind
    scope: Literal["all", "agent", "connector", "room"]
    room_id: str | None
    days: int | None
    removes: bool
    would_expire: int
    asked_at: datetime
    asked_by: str
    reason: str
    state: Literal["waiting", "saved", "refused"]
    answered_at: datetime | None
    answered_by: str | None

    @classmethod
    def of(cls, row: ChangeRow, ids: PublicIds) -> Self:
        """Return a change."""
        return cls.model_validate(
            {
                "change_id": ids.encode("retention_change", row.change_id),
                "kind": row.kind,
                "scope": _scope(row),
                "room_id": None if row.conversation_id is None else ids.encode("room", row.conversation_id),
                "days": row.days,
                "removes": row.removes,
                "would_expire": row.would_expire,
                "asked_at": row.asked_at,
                "asked_by": row.asked_by,
                "reason": row.reason,
                "state": row.answer or "waiting",
                "answered_at": row.answered_at,
                "answered_by": row.answered_by,
            }
        )


class RetentionRunOut(BaseModel):
    """One run of retention; without an end it is at work or was stopped."""

    run_key: str
    is_dry_run: bool
    started_at: datetime
    finished_at: datetime | None
    deleted: int
    kept: int
    purged: int

    @classmethod
    def of(cls, row: RunRow) -> Self:
        """Return a run."""
        return cls(
            run_key=row.run_key,
            is_dry_run=row.is_dry_run,
            started_at=row.started_at,
            finished_at=row.finished_at,
            deleted=row.deleted,
            kept=row.kept,
            purged=row.purged,
        )


class RetentionLagOut(BaseModel):
    """How far retention is behind: counts up to a bound, and since when the oldest message is due."""

    expired: int
    oldest_due_at: datetime | None
    kept: int
    purgeable: int

    @classmethod
    def of(cls, row: LagRow) -> Self:
        """Return the lag."""
        return cls(
            expired=row.expired, oldest_due_at=row.oldest_due_at, kept=row.kept, purgeable=row.purgeable
        )


class RetentionOut(BaseModel):
    """The policies in force, the changes that were asked for, the latest runs, and how far they are behind."""

    policies: list[RetentionPolicyOut]
    changes: list[RetentionChangeOut]
    runs: list[RetentionRunOut]
    lag: RetentionLagOut


def _scope(row: PolicyRow | ChangeRow) -> str:
    if row.conversation_id is not None:
        return "room"
    if row.connector_id is not None:
        return "connector"
    return "all" if row.agent_id is None else "agent"
