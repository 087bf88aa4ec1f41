"""Verifies the seal: every checkpoint, then every row below it, up to the first that is not as it was sealed.

It reads in batches and holds no snapshot, so it may run beside everything else. Only what is configured is trusted: the
keys, and a file of checkpoints that was kept elsewhere.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from conversation_search import limits
from conversation_search.managers import seal
from conversation_search.seal.chain import Chain, vouched
from conversation_search.seal.documents import Checkpoint, Pruning, Segment, Signed
from conversation_search.seal.exporting import every_checkpoint, read_lines
from conversation_search.seal.findings import Finding, Found, checkpoint_found, row_found
from conversation_search.seal.keys import Keyring
from conversation_search.seal.pruned import pruned_up_to
from conversation_search.seal.segments import Advance, SegmentReader
from conversation_search.seal.streams import STREAMS, Stream


@dataclass(frozen=True, slots=True)
class Report:
    """What one verification looked at, and what it found first."""

    last_checkpoint: int
    rows: int
    pruned_rows: int
    with_file: bool
    finding: Finding | None

    @property
    def is_sound(self) -> bool:
        """Tell whether there was something to verify, and nothing was found."""
        return self.finding is None and self.last_checkpoint > 0

    def facts(self) -> dict[str, object]:
        """Return it as JSON has it."""
        return {
            "is_sound": self.is_sound,
            "last_checkpoint": self.last_checkpoint,
            "rows": self.rows,
            "pruned_rows": self.pruned_rows,
            "with_file": self.with_file,
            "finding": None if self.finding is None else self.finding.facts(),
        }


def verify(keyring: Keyring, checkpoints: Path | None, advance: Advance) -> Report:
    """Verify everything that is sealed, and record the result.

    Raises SealKeyMissing without a key, ExportUnreadable for a file that cannot be read, and SealBroken when a sealed
    column is gone; then nothing was verified.
    """
    keyring.check_verifies()
    started = perf_counter()
    verification = _Verification(keyring, checkpoints, advance)
    try:
        verification.run()
        report = verification.report(None)
    except Found as found:
        report = verification.report(found.finding)
    _record(report, (perf_counter() - started) * 1000)
    return report


def sealed_rows(keyring: Keyring) -> int:
    """Return how many rows there are to verify, pruned ones included; 0 where nothing was sealed."""
    newest = next(iter(seal.checkpoints_before(None, 1)), None)
    if newest is None:
        return 0
    try:
        return vouched(newest.number, Signed(newest.payload, newest.key_id, newest.signature), keyring).total
    except Found:
        return 0


def _record(report: Report, duration_ms: float) -> None:
    finding = {} if report.finding is None else report.finding.facts()
    facts = report.facts() | {"finding": json.dumps(finding), "duration_ms": duration_ms}
    seal.add_verification(facts)


@dataclass
class _Verification:
    keyring: Keyring
    file: Path | None
    advance: Advance
    rows: int = 0
    pruned_rows: int = 0
    pruned: dict[str, Pruning] = field(default_factory=dict)
    outside: "Iterator[tuple[int, Signed]]" = field(init=False)
    kept: tuple[int, Signed] | None = None
    """The next checkpoint of the file that was not compared yet."""

    def __post_init__(self) -> None:
        """Begin with the first line of the file, the first checkpoint, and no row."""
        self.chain = Chain(self.keyring)
        self.reader = SegmentReader(self.keyring, self._count)
        self.outside = iter(()) if self.file is None else read_lines(self.file)

    def report(self, finding: Finding | None) -> Report:
        """Return what was looked at so far."""
        return Report(self.chain.number, self.rows, self.pruned_rows, self.file is not None, finding)

    def run(self) -> None:
        """Look at everything; raises Found."""
        self.kept = next(self.outside, None)
        self.pruned = pruned_up_to(self.keyring)
        for row in every_checkpoint():
            checkpoint = self.chain.follow(row)
            self._compare_with_file(checkpoint.number)
            self._check_prunings(checkpoint)
            for segment in checkpoint.segments:
                self._check_segment(checkpoint, segment)
        self._compare_with_file(None)
        for stream in STREAMS:
            self._check_end(stream)

    def _count(self, rows: int) -> None:
        self.rows += rows
        self.advance(rows)

    def _compare_with_file(self, number: int | None) -> None:
        """Compare a checkpoint with the file's; without a number the file must be at its end."""
        if self.kept is None or (number is not None and self.kept[0] != number):
            return
        kept_number, document = self.kept
        kept = vouched(kept_number, document, self.keyring)
        if number is None or document.hash != self.chain.hash:
            raise _cut_off(kept)
        self.kept = next(self.outside, None)

    def _check_prunings(self, checkpoint: Checkpoint) -> None:
        for pruning in self.pruned.values():
            if pruning.checkpoint == checkpoint.number and pruning.checkpoint_hash != self.chain.hash:
                sentence = (
                    f"The pruning of {pruning.stream} names another checkpoint {checkpoint.number} than this."
                )
                raise Found(
                    Finding("forged_pruning", sentence, checkpoint.number, pruning.stream, pruning.first)
                )

    def _check_segment(self, checkpoint: Checkpoint, segment: Segment) -> None:
        if not self._is_pruned(segment):
            counted = self.rows
            try:
                self.reader.check(checkpoint, segment)
            except Found:
                # It may have been pruned while it was being read.
                self.pruned = pruned_up_to(self.keyring)
                if not self._is_pruned(segment):
                    raise
                self.rows = counted
            else:
                return
        self.pruned_rows += segment.rows
        self.advance(segment.rows)

    def _is_pruned(self, segment: Segment) -> bool:
        pruning = self.pruned.get(segment.stream)
        return pruning is not None and segment.last <= pruning.last

    def _check_end(self, stream: Stream) -> None:
        newest = self.chain.newest
        standing = None if newest is None else newest.streams.get(stream.key)
        sealed, settled = (0, 0) if standing is None else (standing.sealed, standing.settled)
        tail = seal.tail(stream.key)
        if tail.checkpoint_number == self.chain.number and tail.number > sealed:
            raise self._added(stream, tail.number, None, f"Row {sealed + 1} of {stream.key} has a number")
        after_id = 0
        while True:
            found = seal.look_for_unnumbered(stream.source, after_id, settled, limits.UNNUMBERED_BATCH)
            if found.unnumbered_id is not None:
                what = f"The row of {stream.table} with the id {found.unnumbered_id} was added later"
                raise self._added(stream, None, found.unnumbered_id, what)
            if found.last_id is None:
                return
            after_id = found.last_id

    def _added(self, stream: Stream, number: int | None, row_id: int | None, what: str) -> Found:
        checkpoint = self.chain.number
        sentence = f"{what} that no checkpoint knows. Checkpoint {checkpoint} proves it."
        return row_found("added", sentence, checkpoint, (stream.key, number, row_id))


def _cut_off(kept: Checkpoint) -> Found:
    """Name the first row of a checkpoint that was kept elsewhere and that the database does not hold."""
    proof = f"Checkpoint {kept.number} of the file proves it."
    if not kept.segments:
        return checkpoint_found(
            "truncated", f"Checkpoint {kept.number} was cut off, with all after it. {proof}", kept.number
        )
    first = kept.segments[0]
    sentence = f"Row {first.first} of {first.stream} and everything sealed after it were cut off. {proof}"
    return row_found("truncated", sentence, kept.number, (first.stream, first.first, None))
