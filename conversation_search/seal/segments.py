"""The rows of one segment, compared with what was sealed: in batches, whatever their number."""

from collections.abc import Callable
from dataclasses import dataclass, field

from conversation_search import limits
from conversation_search.managers import seal
from conversation_search.managers.seal import SealedRow
from conversation_search.seal.canonical import RowForm
from conversation_search.seal.documents import ROW_LABEL, Checkpoint, Segment
from conversation_search.seal.findings import Found, checkpoint_found, row_found
from conversation_search.seal.keys import Keyring
from conversation_search.seal.merkle import MerkleTree
from conversation_search.seal.sealing import row_form
from conversation_search.seal.streams import Stream, stream_named

Advance = Callable[[int], None]
"""Told after each batch how many rows it had."""


@dataclass
class SegmentReader:
    """Compares segments; the form of each stream's rows is asked for once."""

    keyring: Keyring
    advance: Advance
    forms: dict[str, RowForm] = field(default_factory=dict)

    def check(self, checkpoint: Checkpoint, segment: Segment) -> None:
        """Compare every row of a segment; raises Found at the first that is not as it was sealed."""
        stream = stream_named(segment.stream)
        if stream is None:
            sentence = f"Checkpoint {checkpoint.number} seals {segment.stream}, which is not declared here."
            raise checkpoint_found("forged", sentence, checkpoint.number)
        if stream.key not in self.forms:
            self.forms[stream.key] = row_form(stream)
        _Comparison(self, checkpoint, segment, stream, self.forms[stream.key]).run()


@dataclass
class _Comparison:
    reader: SegmentReader
    checkpoint: Checkpoint
    segment: Segment
    stream: Stream
    form: RowForm
    tree: MerkleTree = field(default_factory=MerkleTree)

    def run(self) -> None:
        expected = self.segment.first
        while expected <= self.segment.last:
            last = min(expected + limits.SEAL_BATCH - 1, self.segment.last)
            rows = self._read(expected, last)
            for row in rows:
                if row.number != expected:
                    raise self._number_gone(expected)
                self._compare(row)
                expected += 1
            if expected <= last:
                raise self._number_gone(expected)
            self.reader.advance(len(rows))
        if self.tree.root().hex() != self.segment.root:
            raise self._rewritten()

    def _read(self, first: int, last: int) -> list[SealedRow]:
        return seal.sealed_rows(self.stream.source, self.form.columns, first, last)

    def _compare(self, row: SealedRow) -> None:
        if row.content is None:
            raise self._row_gone(row)
        if self.form.leaf(row.number, row.content) != row.leaf:
            raise self._found("altered", "was changed after it was sealed", row.number, row.row_id)
        self.tree.add(row.leaf)

    def _row_gone(self, row: SealedRow) -> Found:
        if seal.has_sealed_after(self.stream.source, row.number):
            return self._found("missing", "was removed after it was sealed", row.number, row.row_id)
        return self._found("truncated", "and every sealed row after it were removed", row.number, row.row_id)

    def _number_gone(self, number: int) -> Found:
        if seal.tail(self.stream.key).number > number:
            return self._found("missing", "has lost its record in the seal", number, None)
        return self._found("truncated", "and every one after it have lost their records", number, None)

    def _rewritten(self) -> Found:
        """Name the first row whose record the key did not sign: row and record were changed together."""
        key = self.reader.keyring.find(self.checkpoint.key_id)
        for first in range(self.segment.first, self.segment.last + 1, limits.SEAL_BATCH):
            for row in self._read(first, min(first + limits.SEAL_BATCH - 1, self.segment.last)):
                if key is None or not key.vouches(row.signature, ROW_LABEL, row.leaf):
                    what = "was changed or moved, together with its record in the seal"
                    return self._found("altered", what, row.number, row.row_id)
        what = f"or one up to number {self.segment.last} was replaced by what was sealed in its place once"
        return self._found("altered", what, self.segment.first, None)

    def _found(self, kind: str, what: str, number: int, row_id: int | None) -> Found:
        named = f"Row {number} of {self.stream.key}" + ("" if row_id is None else f" (id {row_id})")
        sentence = f"{named} {what}. Checkpoint {self.checkpoint.number} proves it."
        return row_found(kind, sentence, self.checkpoint.number, (self.stream.key, number, row_id))
