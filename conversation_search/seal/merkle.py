"""The root of a Merkle tree (RFC 6962), over leaves that come one after the other, in memory that grows like log n."""

import hashlib
from collections.abc import Iterable
from typing import Final

EMPTY_ROOT: Final = hashlib.sha256(b"").digest()
"""The root of no leaves."""


class MerkleTree:
    """Holds the roots of the complete subtrees so far, the largest first."""

    def __init__(self) -> None:
        """Begin without leaves."""
        self._subtrees: list[tuple[int, bytes]] = []

    def add(self, leaf: bytes) -> None:
        """Append the hash of one leaf."""
        size, node = 1, leaf
        while self._subtrees and self._subtrees[-1][0] == size:
            node = _parent(self._subtrees.pop()[1], node)
            size *= 2
        self._subtrees.append((size, node))

    def root(self) -> bytes:
        """Return the root over the leaves so far."""
        if not self._subtrees:
            return EMPTY_ROOT
        node = self._subtrees[-1][1]
        for _, left in reversed(self._subtrees[:-1]):
            node = _parent(left, node)
        return node


def merkle_root(leaves: Iterable[bytes]) -> bytes:
    """Return the root over these hashes of leaves."""
    tree = MerkleTree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root()


def _parent(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
