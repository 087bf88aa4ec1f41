"""Removes audit rows that are sealed and old: whole segments, looked at once more, under a signed record.

That record is sealed too. The checkpoints stay, so that the chain verifies as before. A segment that is not as it was
sealed is not removed: that would hide what happened to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from conversation_search import limits
from conversation_search.managers import pruning, seal
from conversation_search.managers.rooms import read_clock
from conversation_search.managers.transactions import in_transaction
from conversation_search.seal.chain import Chain
from conversation_search.seal.documents import Checkpoint, Pruning, Segment, as_moment, moment, signed
from conversation_search.seal.errors import SealBroken
from conversation_search.seal.exporting import every_checkpoint
from conversation_search.seal.findings import Found
from conversation_search.seal.keys import Keyring
from conversation_search.seal.pruned import pruned_up_to
from conversation_search.seal.segments import SegmentReader
from conversation_search.seal.streams import STREAMS, Stream


@dataclass(frozen=True, slots=True)
class Planned:
    """Rows of one stream that may go, up to the end of a segment of one checkpoint."""

    stream: Stream
    first: int
    last: int
    checkpoint: int
    checkpoint_hash: str

    @property
    def rows(self) -> int:
        """How many rows go."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Pruned:
    """One step: rows of a stream that are gone now."""

    stream: str
    rows: int


def plan(keyring: Keyring, before: datetime) -> list[Planned]:
    """Return what would be removed: prunable rows whose checkpoint was made before a time.

    Raises SealKeyMissing without a key, and SealBroken when checkpoints or prunings cannot be vouched for.
    """
    keyring.check_verifies()
    try:
        done = {name: found.last for name, found in pruned_up_to(keyring).items()}
        wanted = [_Planning(keyring, before, stream, done.get(stream.key, 0)) for stream in STREAMS]
        return [planned for one in wanted if one.stream.is_prunable and (planned := one.planned())]
    except Found as found:
        raise SealBroken(found.finding.sentence) from None


def prune(keyring: Keyring, before: datetime) -> Iterator[Pruned]:
    """Remove it, segment by segment; stopped at any moment, the next call goes on.

    Raises what `plan` raises, and SealBroken when rows are not as they were sealed.
    """
    keyring.signer()
    for planned in plan(keyring, before):
        _look_again(keyring, planned)
        in_transaction(partial(_record, planned, before, keyring))
    for stream in STREAMS:
        if stream.is_prunable:
            yield from _remove(stream, pruned_up_to(keyring).get(stream.key))


@dataclass(frozen=True, slots=True)
class _Planning:
    keyring: Keyring
    before: datetime
    stream: Stream
    done: int

    def planned(self) -> Planned | None:
        """Return the last segment that may go, such that no row that stays names one that goes."""
        bound = None
        while found := self._last_segment(bound):
            held = self._held(found.last)
            if held is None:
                return found
            bound = held
        return None

    def _last_segment(self, below: int | None) -> Planned | None:
        found = None
        chain = Chain(self.keyring)
        for row in every_checkpoint():
            checkpoint = chain.follow(row)
            if as_moment(checkpoint.made_at) >= self.before:
                break
            for segment in checkpoint.segments:
                if self._may_go(segment, below):
                    found = Planned(self.stream, self.done + 1, segment.last, checkpoint.number, chain.hash)
        return found

    def _may_go(self, segment: Segment, below: int | None) -> bool:
        return (
            segment.stream == self.stream.key
            and segment.last > self.done
            and (below is None or segment.last < below)
        )

    def _held(self, last: int) -> int | None:
        named_by = self.stream.named_by
        return (
            None
            if named_by is None
            else pruning.held_number(self.stream.key, self.stream.table, named_by, last)
        )


def _look_again(keyring: Keyring, planned: Planned) -> None:
    reader = SegmentReader(keyring, lambda _: None)
    try:
        for checkpoint, segment in _segments(keyring, planned):
            reader.check(checkpoint, segment)
    except Found as found:
        raise SealBroken(f"Nothing more was pruned. {found.finding.sentence}") from None


def _segments(keyring: Keyring, planned: Planned) -> Iterator[tuple[Checkpoint, Segment]]:
    chain = Chain(keyring)
    for row in every_checkpoint():
        checkpoint = chain.follow(row)
        for segment in checkpoint.segments:
            if segment.stream == planned.stream.key and planned.first <= segment.first <= planned.last:
                yield checkpoint, segment
        if checkpoint.number == planned.checkpoint:
            return


def _record(planned: Planned, before: datetime, keyring: Keyring) -> None:
    key = keyring.signer()
    seal.lock()
    document = signed(
        Pruning(
            stream=planned.stream.key,
            first=planned.first,
            last=planned.last,
            checkpoint=planned.checkpoint,
            checkpoint_hash=planned.checkpoint_hash,
            before=moment(before),
            made_at=moment(read_clock()),
            key_id=key.public.key_id,
        ),
        key,
    )
    pruning.add_pruning(
        planned.stream.key,
        planned.first,
        planned.last,
        planned.checkpoint,
        (document.payload, document.key_id, document.signature),
    )


def _remove(stream: Stream, latest: Pruning | None) -> Iterator[Pruned]:
    """Remove from the newest to the oldest: a later row may name an earlier one."""
    if latest is None:
        return
    while (left := pruning.numbers_left(stream.key, latest.last)).first is not None and left.last is not None:
        first = max(left.first, left.last - limits.SEAL_SEGMENT_ROWS + 1)
        rows = in_transaction(partial(pruning.prune_rows, stream.key, stream.table, first, left.last))
        yield Pruned(stream.key, rows)
