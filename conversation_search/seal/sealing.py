"""Numbers rows and signs checkpoints, beside writers that it never slows.

Ids are given out before their rows can be seen, and a long transaction shows low ids late. So a stream remembers up to
which id no row can come any more (`settled`), and above it looks for rows without a number every time. An id is settled
when it was given out before a moment at which no transaction held the lock that every writer takes first, or when all
that held it then have ended since.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from conversation_search import limits
from conversation_search.managers import seal
from conversation_search.managers.rooms import read_clock
from conversation_search.managers.seal import NewestRow
from conversation_search.managers.transactions import in_transaction
from conversation_search.seal.canonical import RowForm
from conversation_search.seal.documents import (
    CHECKPOINT_LABEL,
    NO_CHECKPOINT,
    ROW_LABEL,
    Checkpoint,
    Malformed,
    Segment,
    Signed,
    Standing,
    as_moment,
    moment,
    signed,
)
from conversation_search.seal.errors import SealBroken, SealKeyRefused
from conversation_search.seal.keys import Keyring, SigningKey
from conversation_search.seal.merkle import MerkleTree
from conversation_search.seal.streams import STREAMS, TABLES, Stream


@dataclass(frozen=True, slots=True)
class Made:
    """One checkpoint, and the document as it was signed."""

    checkpoint: Checkpoint
    document: Signed
    is_full: bool
    """Whether a stream has more rows than one checkpoint takes."""


def seal_everything(keyring: Keyring) -> Iterator[Made]:
    """Seal what there is, checkpoint by checkpoint, each in its own transaction; one for a quiet hour as well.

    Raises SealKeyMissing, SealKeyRefused, or SealBroken when the newest checkpoint cannot be vouched for.
    """
    keyring.signer()
    while made := in_transaction(lambda: _seal(keyring)):
        yield made
        if not made.is_full:
            return


def row_form(stream: Stream) -> RowForm:
    """Return the canonical form of a stream's rows; raises SealBroken when the table lacks a declared column."""
    kinds = seal.kinds(stream.table)
    missing = [column for column in stream.columns if column not in kinds]
    if missing:
        message = f"{stream.table} has no {', '.join(missing)}, which the seal covers."
        raise SealBroken(message)
    return RowForm(stream.key, {column: kinds[column] for column in stream.columns})


def _seal(keyring: Keyring) -> Made | None:
    key = keyring.signer()
    seal.lock()
    newest = seal.newest_checkpoint(key.public.key_id)
    previous = None if newest is None else _vouched(newest, keyring)
    # In this order: an id that was given out before the horizon was read is settled or belongs to a writer seen after.
    horizons = seal.horizons(TABLES)
    writers = seal.writers(TABLES)
    now = read_clock()
    standings = {} if previous is None else previous.streams
    segments, after = [], dict(standings)
    for stream in STREAMS:
        before = standings.get(stream.key, Standing())
        work = _Work(stream, key, before, horizons[stream.table], writers[stream.table])
        segment, after[stream.key] = work.done()
        segments += [segment] if segment.rows else []
    if previous is not None and not segments and not _is_due(previous, now):
        return None
    checkpoint = Checkpoint(
        number=1 if previous is None else previous.number + 1,
        made_at=moment(now),
        previous=NO_CHECKPOINT if newest is None else _document(newest).hash,
        key_id=key.public.key_id,
        segments=segments,
        streams=after,
    )
    document = signed(checkpoint, key)
    seal.add_checkpoint(checkpoint.number, now, document.key_id, document.payload, document.signature)
    return Made(checkpoint, document, any(one.rows == limits.SEAL_SEGMENT_ROWS for one in segments))


def _vouched(newest: NewestRow, keyring: Keyring) -> Checkpoint:
    if newest.is_superseded:
        raise SealKeyRefused(
            "This key was superseded by another one; a key that was superseded may not sign."
        )
    document = _document(newest)
    if not document.is_vouched_for(CHECKPOINT_LABEL, keyring):
        message = (
            f"No key that is configured signed checkpoint {newest.number}. If the key was changed, add the public key "
            "of the one before to MESH_AUDIT_SEAL_PUBLIC_KEYS; else run `manage.py verify_audit`."
        )
        raise SealBroken(message)
    try:
        checkpoint = Checkpoint.of(document.payload)
    except Malformed:
        message = f"Checkpoint {newest.number} is signed and not readable: it is of another version."
        raise SealBroken(message) from None
    if checkpoint.number != newest.number:
        raise SealBroken(f"Checkpoint {newest.number} says that it is number {checkpoint.number}.")
    return checkpoint


def _document(newest: NewestRow) -> Signed:
    return Signed(newest.payload, newest.key_id, newest.signature)


def _is_due(previous: Checkpoint, now: datetime) -> bool:
    return now - as_moment(previous.made_at) >= limits.SEAL_QUIET


@dataclass(frozen=True, slots=True)
class _Work:
    """One stream in one checkpoint."""

    stream: Stream
    key: SigningKey
    before: Standing
    horizon: int
    writers: set[str]

    def done(self) -> tuple[Segment, Standing]:
        """Give the rows their numbers, and return the segment, which may have none, and the standing after it."""
        waiting = self._first_waiting()
        tree, rows, last_id = MerkleTree(), 0, self.before.settled
        form = row_form(self.stream)
        while rows < limits.SEAL_SEGMENT_ROWS and (batch := self._batch(form, last_id)):
            number = self.before.sealed + rows + 1
            entries = []
            for place, row in enumerate(batch):
                leaf = form.leaf(number + place, row.content)
                tree.add(leaf)
                entries.append((row.row_id, leaf, self.key.sign(ROW_LABEL, leaf)))
            seal.add_entries(self.stream.key, number, entries)
            rows += len(batch)
            last_id = batch[-1].row_id
        most = last_id if rows == limits.SEAL_SEGMENT_ROWS else None
        segment = Segment(self.stream.key, self.before.sealed + 1, rows, tree.root().hex())
        return segment, self._standing(rows, [most, None if waiting is None else waiting - 1])

    def _batch(self, form: RowForm, after_id: int) -> list[seal.UnsealedRow]:
        return seal.unsealed_rows(self.stream.source, form.columns, after_id, limits.SEAL_BATCH)

    def _first_waiting(self) -> int | None:
        """Return the first row whose later part may still be written; asked before any row is read."""
        if self.stream.settled_by is None:
            return None
        return seal.waiting_row(self.stream.table, self.stream.settled_by, self.before.settled)

    def _standing(self, rows: int, bounds: list[int | None]) -> Standing:
        before, sealed = self.before, self.before.sealed + rows
        is_drained = not self.writers.intersection(before.writers)
        settled = self.horizon if not self.writers else before.watched if is_drained else before.settled
        settled = min([settled, *(bound for bound in bounds if bound is not None)])
        settled = max(settled, before.settled)
        if is_drained:
            return Standing(sealed, settled, self.horizon, sorted(self.writers))
        return Standing(sealed, settled, before.watched, before.writers)
