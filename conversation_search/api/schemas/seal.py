"""The seal of the audit and the health of the index, as an operator of one agent reads them.

Checkpoints count the rows of all agents together, so no count and no payload of theirs is here.
"""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, Field

from conversation_search.indexing.health import IndexHealthRow
from conversation_search.seal.overview import CheckpointLine, Place, SealState, Verified


class CheckpointOut(BaseModel):
    """One checkpoint; `hash` is the SHA-256 of what was signed."""

    number: str
    made_at: datetime | None
    key_id: str
    hash: str

    @classmethod
    def of(cls, line: CheckpointLine) -> "CheckpointOut":
        """Return a checkpoint without its counts."""
        return cls(number=str(line.number), made_at=line.made_at, key_id=line.key_id, hash=line.hash)


class SealOut(BaseModel):
    """The newest checkpoint, null before the first, and whether the next is overdue."""

    newest: CheckpointOut | None
    age_seconds: float | None
    is_late: bool

    @classmethod
    def of(cls, state: SealState) -> "SealOut":
        """Return the state of the seal."""
        return cls(
            newest=None if state.newest is None else CheckpointOut.of(state.newest),
            age_seconds=None if state.age is None else state.age.total_seconds(),
            is_late=state.is_late,
        )


class CheckpointsOut(BaseModel):
    """One page of checkpoints, newest first; `next_after_id` asks for the next one."""

    data: list[CheckpointOut]
    next_after_id: str | None = Field(description="Send it as after_id to go on; null at the end.")
    has_more: bool

    @classmethod
    def of(cls, lines: list[CheckpointLine], limit: int) -> "CheckpointsOut":
        """Return at most `limit` of these lines."""
        data = [CheckpointOut.of(line) for line in lines[:limit]]
        has_more = len(lines) > limit
        return cls(data=data, next_after_id=data[-1].number if has_more else None, has_more=has_more)


class FindingOut(BaseModel):
    """What a verification found first, and the checkpoint that proves it."""

    kind: str
    stream: str | None
    checkpoint: str | None

    @classmethod
    def of(cls, finding: dict[str, Any]) -> "FindingOut | None":
        """Return a finding without row numbers; None when nothing was found."""
        if not finding:
            return None
        proof = finding["checkpoint"]
        return cls(
            kind=finding["kind"],
            stream=finding["stream"],
            checkpoint=None if proof is None else str(proof),
        )


class VerificationOut(BaseModel):
    """One verification that came to its end."""

    verified_at: datetime
    last_checkpoint: str
    with_file: bool
    is_sound: bool
    finding: FindingOut | None


class VerificationsOut(BaseModel):
    """The latest verifications, newest first."""

    data: list[VerificationOut]

    @classmethod
    def of(cls, rows: list[Verified]) -> "VerificationsOut":
        """Return verifications without their counts."""
        return cls(
            data=[
                VerificationOut(
                    verified_at=row.verified_at,
                    last_checkpoint=str(row.last_checkpoint),
                    with_file=row.with_file,
                    is_sound=row.is_sound,
                    finding=FindingOut.of(row.finding),
                )
                for row in rows
            ]
        )


class PlaceOut(BaseModel):
    """Whether one search is sealed, and by which checkpoint; a pruned one is not there any more."""

    search_id: str
    checkpoint: CheckpointOut | None

    @classmethod
    def of(cls, search_id: str, place: Place | None) -> "PlaceOut":
        """Return the place of a search."""
        checkpoint = None if place is None else CheckpointOut.of(place.checkpoint)
        return cls(search_id=search_id, checkpoint=checkpoint)


class IndexHealthOut(BaseModel):
    """The newest messages of this agent compared with their search documents; texts are not read."""

    messages: int
    missing: int
    missing_since: datetime | None
    stale: int
    orphan: int
    plain: int
    rebuild_unfinished: bool

    @classmethod
    def of(cls, row: IndexHealthRow) -> "IndexHealthOut":
        """Return the health of one agent's index."""
        return cls(
            messages=row.messages,
            missing=row.missing,
            missing_since=row.behind_since,
            stale=row.stale,
            orphan=row.orphan,
            plain=row.plain,
            rebuild_unfinished=row.is_unfinished,
        )
