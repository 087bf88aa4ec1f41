"""The chain of checkpoints: each is signed by a key that counts, follows the one before it, and adds up."""

from dataclasses import dataclass, field

from conversation_search.managers.seal import CheckpointRow
from conversation_search.seal.documents import (
    CHECKPOINT_LABEL,
    NO_CHECKPOINT,
    Checkpoint,
    Malformed,
    Segment,
    Signed,
    Standing,
)
from conversation_search.seal.findings import checkpoint_found
from conversation_search.seal.keys import Keyring


def document_of(row: CheckpointRow) -> Signed:
    """Return a stored checkpoint as it was signed."""
    return Signed(row.payload, row.key_id, row.signature)


def vouched(number: int, document: Signed, keyring: Keyring) -> Checkpoint:
    """Return what a signed checkpoint says; raises Found when no key that counts signed it."""
    if keyring.find(document.key_id) is None:
        sentence = (
            f"Checkpoint {number} is signed by the key {document.key_id}, which is not a configured one."
        )
        raise checkpoint_found("unknown_key", sentence, number)
    if not document.is_vouched_for(CHECKPOINT_LABEL, keyring):
        raise checkpoint_found(
            "forged", f"The signature of checkpoint {number} is not that of its key.", number
        )
    try:
        return Checkpoint.of(document.payload)
    except Malformed:
        raise checkpoint_found("forged", f"Checkpoint {number} is not readable.", number) from None


@dataclass
class Chain:
    """Follows checkpoints one after the other."""

    keyring: Keyring
    newest: Checkpoint | None = None
    hash: str = NO_CHECKPOINT
    retired: set[str] = field(default_factory=set)

    @property
    def number(self) -> int:
        """The number of the newest checkpoint that was followed; 0 before the first."""
        return 0 if self.newest is None else self.newest.number

    def follow(self, row: CheckpointRow) -> Checkpoint:
        """Return what the next checkpoint says; raises Found when it is not the next one of this chain."""
        expected = self.number + 1
        if row.number != expected:
            sentence = f"Checkpoint {expected} is missing; checkpoint {row.number} is the next that is there."
            raise checkpoint_found("missing_checkpoint", sentence, row.number)
        document = document_of(row)
        checkpoint = vouched(row.number, document, self.keyring)
        self._check(row, checkpoint)
        self.newest, self.hash = checkpoint, document.hash
        return checkpoint

    def _check(self, row: CheckpointRow, checkpoint: Checkpoint) -> None:
        problem = self._problem(row, checkpoint)
        if problem:
            raise checkpoint_found("forged", f"Checkpoint {row.number} {problem}.", row.number)
        before = self.newest
        if before is not None and before.key_id != checkpoint.key_id:
            self.retired.add(before.key_id)
        if checkpoint.key_id in self.retired:
            sentence = f"Checkpoint {row.number} is signed by a key that another one had replaced."
            raise checkpoint_found("superseded_key", sentence, row.number)

    def _problem(self, row: CheckpointRow, checkpoint: Checkpoint) -> str | None:
        if (checkpoint.number, checkpoint.key_id) != (row.number, row.key_id):
            return "is stored under another number or key than it was signed with"
        if checkpoint.previous != self.hash:
            return "does not follow the one before it"
        if self.newest is not None and checkpoint.made_at < self.newest.made_at:
            return "is older than the one before it"
        before = {} if self.newest is None else self.newest.streams
        if not _adds_up(before, checkpoint):
            return "does not add up with the one before it"
        return None


def _adds_up(before: dict[str, Standing], checkpoint: Checkpoint) -> bool:
    segments: dict[str, Segment] = {segment.stream: segment for segment in checkpoint.segments}
    if len(segments) != len(checkpoint.segments) or not {*before, *segments} <= checkpoint.streams.keys():
        return False
    return all(
        _goes_on(before.get(stream, Standing()), standing, segments.get(stream))
        for stream, standing in checkpoint.streams.items()
    )


def _goes_on(before: Standing, after: Standing, segment: Segment | None) -> bool:
    rows = 0 if segment is None else segment.rows
    is_next = segment is None or (segment.first == before.sealed + 1 and rows > 0)
    return is_next and after.sealed == before.sealed + rows and after.settled >= before.settled
