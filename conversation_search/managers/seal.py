"""The statements of the audit seal: rows without a number, numbers with their rows, checkpoints, verifications."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Done, Statement


@dataclass(frozen=True, slots=True)
class Source:
    """Where the rows of a stream come from; with `settled_by` only those in which that column is set."""

    stream: str
    table: str
    settled_by: str | None = None


@dataclass(frozen=True, slots=True)
class LockRow:
    """Whether the lock is ours."""

    is_locked: bool


@dataclass(frozen=True, slots=True)
class NewestRow:
    """The newest checkpoint, and the time."""

    number: int
    payload: str
    key_id: str
    signature: bytes
    now: datetime
    is_superseded: bool


@dataclass(frozen=True, slots=True)
class HorizonRow:
    """The highest id that a table ever gave out."""

    table_name: str
    highest_id: int


@dataclass(frozen=True, slots=True)
class WriterRow:
    """One transaction that may be writing to a table."""

    table_name: str
    writer: str


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """One column of a sealed table."""

    column_name: str
    kind: str


@dataclass(frozen=True, slots=True)
class UnsealedRow:
    """One row without a number; each value is `=` and its text, or empty for NULL."""

    row_id: int
    content: list[str]


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """The first row whose later part is not written."""

    row_id: int | None


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """One checkpoint as it was signed."""

    number: int
    payload: str
    key_id: str
    signature: bytes


@dataclass(frozen=True, slots=True)
class SealedRow:
    """One number, and its row as it is now; None when that is gone."""

    number: int
    row_id: int
    leaf: bytes
    signature: bytes
    content: list[str] | None


@dataclass(frozen=True, slots=True)
class LookedAtRow:
    """The last row that was looked at, and the first without a number among those."""

    last_id: int | None
    unnumbered_id: int | None


@dataclass(frozen=True, slots=True)
class ThereRow:
    """Whether something is there."""

    is_there: bool


@dataclass(frozen=True, slots=True)
class TailRow:
    """The newest checkpoint and the highest number of a stream, as of one moment."""

    checkpoint_number: int
    number: int


@dataclass(frozen=True, slots=True)
class NumberRow:
    """The number of a row."""

    number: int


@dataclass(frozen=True, slots=True)
class UnsealedCount:
    """How many rows have no number."""

    rows: int


@dataclass(frozen=True, slots=True)
class VerificationId:
    """The id of a verification."""

    id: int


@dataclass(frozen=True, slots=True)
class VerificationRow:
    """One verification; `finding` is JSON."""

    id: int
    verified_at: datetime
    duration_ms: float
    last_checkpoint: int
    rows: int
    pruned_rows: int
    with_file: bool
    is_sound: bool
    finding: str


LOCK_SEAL: Final = Statement("lock_seal", LockRow)
FIND_NEWEST_CHECKPOINT: Final = Statement("find_newest_checkpoint", NewestRow)
READ_SEAL_HORIZONS: Final = Statement("read_seal_horizons", HorizonRow)
LIST_SEAL_WRITERS: Final = Statement("list_seal_writers", WriterRow)
DESCRIBE_SEALED_TABLE: Final = Statement("describe_sealed_table", ColumnRow)
READ_UNSEALED_ROWS: Final = Statement("read_unsealed_rows", UnsealedRow)
FIND_WAITING_ROW: Final = Statement("find_waiting_row", WaitingRow)
ADD_SEAL_ENTRIES: Final = Statement("add_seal_entries", Done)
ADD_CHECKPOINT: Final = Statement("add_checkpoint", Done)
READ_CHECKPOINTS: Final = Statement("read_checkpoints", CheckpointRow)
LIST_CHECKPOINTS: Final = Statement("list_checkpoints", CheckpointRow, planned_each_time=True)
READ_SEALED_ROWS: Final = Statement("read_sealed_rows", SealedRow)
FIND_UNNUMBERED_ROWS: Final = Statement("find_unnumbered_rows", LookedAtRow)
CHECK_SEALED_AFTER: Final = Statement("check_sealed_after", ThereRow)
FIND_NEWEST_NUMBER: Final = Statement("find_newest_number", TailRow)
FIND_SEAL_NUMBER: Final = Statement("find_seal_number", NumberRow)
FIND_SEALING_CHECKPOINT: Final = Statement("find_sealing_checkpoint", CheckpointRow)
COUNT_UNSEALED_ROWS: Final = Statement("count_unsealed_rows", UnsealedCount)
ADD_AUDIT_VERIFICATION: Final = Statement("add_audit_verification", VerificationId)
LIST_AUDIT_VERIFICATIONS: Final = Statement("list_audit_verifications", VerificationRow)


def lock() -> None:
    """Wait until no one else seals or prunes; needs a transaction, with which the lock ends."""
    LOCK_SEAL.one()


def newest_checkpoint(key_id: str) -> NewestRow | None:
    """Return the newest checkpoint, and whether this key was superseded by another."""
    return FIND_NEWEST_CHECKPOINT.first(key_id=key_id)


def horizons(tables: Sequence[str]) -> dict[str, int]:
    """Return the highest id that each table ever gave out."""
    return {row.table_name: row.highest_id for row in READ_SEAL_HORIZONS.all(tables=list(tables))}


def writers(tables: Sequence[str]) -> dict[str, set[str]]:
    """Return the transactions of others that may be writing to each table."""
    found: dict[str, set[str]] = {table: set() for table in tables}
    for row in LIST_SEAL_WRITERS.all(tables=list(tables)):
        found[row.table_name].add(row.writer)
    return found


def kinds(table: str) -> dict[str, str]:
    """Return the type of each column of a table."""
    return {row.column_name: row.kind for row in DESCRIBE_SEALED_TABLE.all(table=table)}


def unsealed_rows(source: Source, columns: Sequence[str], after_id: int, most: int) -> list[UnsealedRow]:
    """Return the next rows that have no number in the stream."""
    return READ_UNSEALED_ROWS.all(
        stream=source.stream,
        table=source.table,
        columns=list(columns),
        settled_by=source.settled_by,
        after_id=after_id,
        most=most,
    )


def waiting_row(table: str, settled_by: str, after_id: int) -> int | None:
    """Return the first row after this id whose later part is not written."""
    return FIND_WAITING_ROW.one(table=table, settled_by=settled_by, after_id=after_id).row_id


def add_entries(stream: str, first: int, entries: Sequence[tuple[int, bytes, bytes]]) -> None:
    """Give rows the numbers from `first` on: id, leaf and signature of each."""
    ADD_SEAL_ENTRIES.run(
        stream=stream,
        first=first,
        row_ids=[row_id for row_id, _, _ in entries],
        leaves=[leaf for _, leaf, _ in entries],
        signatures=[signature for _, _, signature in entries],
    )


def add_checkpoint(number: int, made_at: datetime, key_id: str, payload: str, signature: bytes) -> None:
    """Store one signed checkpoint."""
    ADD_CHECKPOINT.run(number=number, made_at=made_at, key_id=key_id, payload=payload, signature=signature)


def checkpoints_after(number: int, most: int) -> list[CheckpointRow]:
    """Return the next checkpoints after a number, in order."""
    return READ_CHECKPOINTS.all(after_number=number, most=most)


def checkpoints_before(number: int | None, most: int) -> list[CheckpointRow]:
    """Return the checkpoints below a number, or the newest, newest first."""
    return LIST_CHECKPOINTS.all(before_number=number, most=most)


def sealed_rows(source: Source, columns: Sequence[str], first: int, last: int) -> list[SealedRow]:
    """Return the numbers in a range, each with its row as it is now."""
    return READ_SEALED_ROWS.all(
        stream=source.stream, table=source.table, columns=list(columns), first=first, last=last
    )


def look_for_unnumbered(source: Source, after_id: int, up_to_id: int, most: int) -> LookedAtRow:
    """Look for rows without a number among the next ones."""
    return FIND_UNNUMBERED_ROWS.one(
        stream=source.stream,
        table=source.table,
        settled_by=source.settled_by,
        after_id=after_id,
        up_to_id=up_to_id,
        most=most,
    )


def has_sealed_after(source: Source, number: int) -> bool:
    """Tell whether any row with a higher number is still there."""
    return CHECK_SEALED_AFTER.one(stream=source.stream, table=source.table, number=number).is_there


def tail(stream: str) -> TailRow:
    """Return the newest checkpoint and the highest number of a stream, as of one moment."""
    return FIND_NEWEST_NUMBER.one(stream=stream)


def number_of(stream: str, row_id: int) -> int | None:
    """Return the number of a row; None when it is not sealed, or was pruned."""
    row = FIND_SEAL_NUMBER.first(stream=stream, row_id=row_id)
    return None if row is None else row.number


def sealing_checkpoint(stream: str, number: int) -> CheckpointRow | None:
    """Return the checkpoint that sealed a number."""
    return FIND_SEALING_CHECKPOINT.first(stream=stream, number=number)


def count_unsealed(sources: Sequence[tuple[Source, int]], most: int) -> int:
    """Return how many rows have no number, of each source after an id and at most `most`."""
    return COUNT_UNSEALED_ROWS.one(
        streams=[source.stream for source, _ in sources],
        tables=[source.table for source, _ in sources],
        settled_by=[source.settled_by for source, _ in sources],
        after_ids=[after_id for _, after_id in sources],
        most=most,
    ).rows


def add_verification(facts: Mapping[str, object]) -> int:
    """Record one verification and return its id; `finding` is JSON."""
    return ADD_AUDIT_VERIFICATION.one(**facts).id


def verifications(most: int) -> list[VerificationRow]:
    """Return the latest verifications, newest first."""
    return LIST_AUDIT_VERIFICATIONS.all(most=most)
