"""Widths of bars: parts of a whole, on a scale of 1000 that an SVG stretches to its place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SCALE: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a bar: where it begins, how wide it is, what it stands for."""

    code: str
    label: str
    count: int
    start: float
    width: float


def parts(counts: Sequence[tuple[str, str, int]], whole: int) -> list[Part]:
    """Return the parts of a bar side by side, in order; empty ones take no room."""
    placed: list[Part] = []
    before = 0
    for code, label, count in counts:
        placed.append(Part(code, label, count, share(before, whole), share(count, whole)))
        before += count
    return placed


def share(count: float, whole: float) -> float:
    """Return how wide a count is of a whole; nothing of nothing."""
    return round(SCALE * count / whole, 1) if whole else 0.0
