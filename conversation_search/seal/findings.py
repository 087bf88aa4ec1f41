"""What a verification finds: the first thing that is not as it was sealed, and the checkpoint that proves it."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding, of these kinds.

    `altered`, `missing`, `added`, `truncated` (everything from there on is gone): rows, by stream, number and id where
    they are known. `forged`, `unknown_key`, `superseded_key`, `missing_checkpoint`: checkpoints. `forged_pruning`.
    """

    kind: str
    sentence: str
    checkpoint: int | None
    """The checkpoint that proves it."""
    stream: str | None = None
    number: int | None = None
    row_id: int | None = None

    def facts(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)


class Found(Exception):
    """Ends a verification at what it found."""

    def __init__(self, finding: Finding) -> None:
        """Take the finding."""
        super().__init__(finding.sentence)
        self.finding = finding


def row_found(kind: str, sentence: str, checkpoint: int, place: tuple[str, int | None, int | None]) -> Found:
    """Return a finding about one row: its stream, its number, its id."""
    stream, number, row_id = place
    return Found(Finding(kind, sentence, checkpoint, stream, number, row_id))


def checkpoint_found(kind: str, sentence: str, checkpoint: int) -> Found:
    """Return a finding about a checkpoint."""
    return Found(Finding(kind, sentence, checkpoint))
