"""What is signed: checkpoints and prunings, as canonical JSON, kept word for word."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from conversation_search.seal.canonical import canonical_json, leaf_hash
from conversation_search.seal.keys import Keyring, SigningKey
from conversation_search.seal.merkle import merkle_root

CHECKPOINT_LABEL: Final = b"mesh audit checkpoint, version 1\n"
PRUNING_LABEL: Final = b"mesh audit pruning, version 1\n"
ROW_LABEL: Final = b"mesh audit row, version 1\n"
NO_CHECKPOINT: Final = "0" * 64
"""What the first checkpoint names as the one before it."""

Parts = TypeVar("Parts")


class Malformed(Exception):
    """A payload is not what one of ours looks like."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A payload as it was signed, the key that did, and the signature."""

    payload: str
    key_id: str
    signature: bytes

    @property
    def hash(self) -> str:
        """SHA-256 of the payload, by which others name it."""
        return hashlib.sha256(self.payload.encode()).hexdigest()

    def is_vouched_for(self, label: bytes, keyring: Keyring) -> bool:
        """Tell whether a key that counts signed this payload under this label."""
        key = keyring.find(self.key_id)
        return key is not None and key.vouches(self.signature, label, self.payload.encode())


@dataclass(frozen=True, slots=True)
class Segment:
    """Rows of one stream that were sealed together: from which number, how many, and the root over their leaves."""

    stream: str
    first: int
    rows: int
    root: str

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.first + self.rows - 1


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a stream is sealed.

    Every row with an id up to `settled` is sealed, and none will come. That will hold up to `watched` once the
    transactions in `writers`, which were writing when it was read, have ended.
    """

    sealed: int = 0
    settled: int = 0
    watched: int = 0
    writers: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What one checkpoint says."""

    number: int
    made_at: str
    previous: str
    key_id: str
    segments: list[Segment]
    streams: dict[str, Standing]

    @property
    def rows(self) -> int:
        """Rows that this one sealed."""
        return sum(segment.rows for segment in self.segments)

    @property
    def total(self) -> int:
        """Rows that were sealed up to this one."""
        return sum(standing.sealed for standing in self.streams.values())

    @property
    def root(self) -> str:
        """The root over the segments, each as its canonical JSON."""
        leaves = (leaf_hash(canonical_json(asdict(segment)).encode()) for segment in self.segments)
        return merkle_root(leaves).hex()

    def payload(self) -> str:
        """Return what is signed."""
        return canonical_json(
            {"format": 1, "kind": "checkpoint"}
            | asdict(self)
            | {"rows": self.rows, "total": self.total, "root": self.root}
        )

    @classmethod
    def of(cls, payload: str) -> "Checkpoint":
        """Return what a payload says; raises Malformed for anything that `payload` would not write."""
        found = _parsed(payload)
        try:
            checkpoint = cls(
                found["number"],
                found["made_at"],
                found["previous"],
                found["key_id"],
                [Segment(**segment) for segment in found["segments"]],
                {name: Standing(**standing) for name, standing in found["streams"].items()},
            )
            written = checkpoint.payload()
        except (KeyError, TypeError, AttributeError) as error:
            raise Malformed from error
        if written != payload:
            raise Malformed
        return checkpoint


@dataclass(frozen=True, slots=True)
class Pruning:
    """What one pruning says: these rows were removed because they were sealed before a time."""

    stream: str
    first: int
    last: int
    checkpoint: int
    checkpoint_hash: str
    before: str
    made_at: str
    key_id: str

    def payload(self) -> str:
        """Return what is signed."""
        return canonical_json({"format": 1, "kind": "pruning"} | asdict(self))

    @classmethod
    def of(cls, payload: str) -> "Pruning":
        """Return what a payload says; raises Malformed for anything that `payload` would not write."""
        found = _parsed(payload)
        try:
            pruning = cls(**{name: value for name, value in found.items() if name not in {"format", "kind"}})
        except TypeError as error:
            raise Malformed from error
        if pruning.payload() != payload:
            raise Malformed
        return pruning


def signed(document: Checkpoint | Pruning, key: SigningKey) -> Signed:
    """Sign a document that names this key."""
    label = CHECKPOINT_LABEL if isinstance(document, Checkpoint) else PRUNING_LABEL
    payload = document.payload()
    return Signed(payload, key.public.key_id, key.sign(label, payload.encode()))


def moment(at: datetime) -> str:
    """Write a moment as documents do: UTC, microseconds, Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def as_moment(text: str) -> datetime:
    """Read a moment of a document."""
    return datetime.fromisoformat(text)


def _parsed(payload: str) -> dict[str, Any]:
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise Malformed from error
    if not isinstance(found, dict):
        raise Malformed
    return found
