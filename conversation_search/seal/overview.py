"""The state of the seal at a glance: the newest checkpoint, what is not sealed yet, verifications."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from conversation_search import limits
from conversation_search.managers import seal
from conversation_search.managers.rooms import read_clock
from conversation_search.managers.seal import CheckpointRow
from conversation_search.seal.chain import document_of
from conversation_search.seal.documents import Checkpoint, Malformed, Standing, as_moment
from conversation_search.seal.exporting import every_line
from conversation_search.seal.streams import STREAMS

__all__ = [
    "CheckpointLine",
    "Place",
    "SealState",
    "Verified",
    "checkpoint_lines",
    "checkpoints",
    "place_of",
    "state",
    "verifications",
]


@dataclass(frozen=True, slots=True)
class CheckpointLine:
    """One checkpoint as it is stored; its signature was not looked at. Only a readable one has figures."""

    number: int
    hash: str
    key_id: str
    made_at: datetime | None
    rows: int | None
    total: int | None


@dataclass(frozen=True, slots=True)
class SealState:
    """The newest checkpoint, how old it is, and how many rows wait for the next; None: nothing was sealed yet."""

    newest: CheckpointLine | None
    age: timedelta | None
    unsealed: int

    @property
    def is_late(self) -> bool:
        """Tell whether a checkpoint is overdue."""
        return self.age is None or self.age > limits.SEAL_LATE

    @property
    def is_counted(self) -> bool:
        """Tell whether `unsealed` is exact, and not only the most that is counted."""
        return self.unsealed < limits.SEAL_LAG_COUNTED


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row is sealed: its number in its stream, and the checkpoint over it."""

    stream: str
    number: int
    checkpoint: CheckpointLine


@dataclass(frozen=True, slots=True)
class Verified:
    """One verification that came to its end; `finding` is empty when it found nothing."""

    verified_at: datetime
    duration_ms: float
    last_checkpoint: int
    rows: int
    pruned_rows: int
    with_file: bool
    is_sound: bool
    finding: dict[str, Any]


def state() -> SealState:
    """Return the state of the seal; the cost is bounded by what is counted at most."""
    row = next(iter(seal.checkpoints_before(None, 1)), None)
    if row is None:
        return SealState(None, None, _unsealed({}))
    line = _line(row)
    age = None if line.made_at is None else read_clock() - line.made_at
    return SealState(line, age, _unsealed(_standings(row)))


def checkpoints(before_number: int | None, most: int) -> list[CheckpointLine]:
    """Return checkpoints below a number, or the newest, newest first."""
    return [_line(row) for row in seal.checkpoints_before(before_number, most)]


def place_of(stream: str, row_id: int) -> Place | None:
    """Return where a row is sealed; None when it is not yet, or was pruned."""
    number = seal.number_of(stream, row_id)
    row = None if number is None else seal.sealing_checkpoint(stream, number)
    return None if number is None or row is None else Place(stream, number, _line(row))


def checkpoint_lines() -> Iterator[bytes]:
    """Give every checkpoint as a line of JSON, as `seal_audit --export` writes them."""
    return every_line()


def verifications() -> list[Verified]:
    """Return the latest verifications, newest first."""
    return [
        Verified(
            verified_at=row.verified_at,
            duration_ms=row.duration_ms,
            last_checkpoint=row.last_checkpoint,
            rows=row.rows,
            pruned_rows=row.pruned_rows,
            with_file=row.with_file,
            is_sound=row.is_sound,
            finding=json.loads(row.finding),
        )
        for row in seal.verifications(limits.VERIFICATIONS_SHOWN)
    ]


def _unsealed(standings: dict[str, Standing]) -> int:
    """Count rows without a number, up to the most that is counted."""
    sources = [(stream.source, standings.get(stream.key, Standing()).settled) for stream in STREAMS]
    return min(seal.count_unsealed(sources, limits.SEAL_LAG_COUNTED), limits.SEAL_LAG_COUNTED)


def _standings(row: CheckpointRow) -> dict[str, Standing]:
    try:
        return Checkpoint.of(row.payload).streams
    except Malformed:
        return {}


def _line(row: CheckpointRow) -> CheckpointLine:
    document = document_of(row)
    try:
        said = Checkpoint.of(row.payload)
    except Malformed:
        return CheckpointLine(row.number, document.hash, row.key_id, None, None, None)
    made_at = as_moment(said.made_at)
    return CheckpointLine(row.number, document.hash, row.key_id, made_at, said.rows, said.total)
