"""Turns row numbers into the opaque ids that are given out, and back.

A keyed permutation of 40-bit numbers (a Feistel network of four rounds), written as eight characters: the same row has
the same id for good, ids show no order and no gaps, and no column or index is spent on them. Ids are names, not
secrets: whoever may read a row is decided elsewhere.
"""

import hashlib
from dataclasses import dataclass
from typing import Final, Literal

from conversation_search.errors import NotFound

Kind = Literal[
    "message",
    "run",
    "search",
    "key",
    "person",
    "room",
    "link",
    "person_record",
    "memory",
    "tool_result",
    "hold",
    "retention_change",
    "erasure",
    "erasure_item",
]

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no letter that is mistaken for a digit."""
LENGTH: Final = 8
HALF_BITS: Final = 20
HALF_MASK: Final = (1 << HALF_BITS) - 1
ROUNDS: Final = 4
"""Four rounds make a Feistel network with independent round functions a strong pseudorandom permutation."""


@dataclass(frozen=True, slots=True)
class PublicIds:
    """The ids of one perspective; `key` is its `public_id_key`."""

    key: bytes

    def encode(self, kind: Kind, number: int) -> str:
        """Return the id of a row number from 0 to 2**40 - 1."""
        left, right = number >> HALF_BITS, number & HALF_MASK
        if not 0 <= left <= HALF_MASK:
            raise OverflowError(number)
        for turn in range(ROUNDS):
            left, right = right, left ^ self._mix(kind, turn, right)
        value = left << HALF_BITS | right
        return "".join(ALPHABET[value >> shift & 31] for shift in range(5 * (LENGTH - 1), -1, -5))

    def decode(self, kind: Kind, text: str) -> int:
        """Return the row number of an id; anything that is not an id of this kind's shape is NotFound."""
        if len(text) != LENGTH or not set(text) <= set(ALPHABET):
            raise NotFound
        value = 0
        for character in text:
            value = value << 5 | ALPHABET.index(character)
        left, right = value >> HALF_BITS, value & HALF_MASK
        for turn in reversed(range(ROUNDS)):
            left, right = right ^ self._mix(kind, turn, left), left
        return left << HALF_BITS | right

    def _mix(self, kind: Kind, turn: int, half: int) -> int:
        data = b"%s:%d:%d" % (kind.encode(), turn, half)
        return int.from_bytes(hashlib.blake2s(data, key=self.key, digest_size=4).digest(), "big") & HALF_MASK
