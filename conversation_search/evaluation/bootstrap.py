"""How far a figure could be off: percentile intervals over questions drawn again with replacement.

All rankings are judged on the same draws, so that differences between them are paired. The draws are seeded: the same
figures give the same intervals. Questions of one conversation are not independent, so an interval is rather too narrow.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

SEED: Final = 20261201
DRAWS: Final = 1_000
"""Enough for two digits of a 95% interval."""
TAIL: Final = 0.025


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and the interval that holds 95% of its redrawn means."""

    mean: float
    low: float
    high: float


class Bootstrap:
    """The draws for so many questions."""

    def __init__(self, questions: int, draws: int = DRAWS, seed: int = SEED) -> None:
        """Draw; at least one question."""
        random = Random(seed)  # noqa: S311 - the same for everybody, on purpose
        places = range(questions)
        self._draws = [random.choices(places, k=questions) for _ in range(draws)]

    def estimate(self, values: Sequence[float]) -> Estimate:
        """Return the mean of one value a question, and its interval."""
        count = len(values)
        means = sorted(sum(map(values.__getitem__, draw)) / count for draw in self._draws)
        return Estimate(sum(values) / count, _quantile(means, TAIL), _quantile(means, 1 - TAIL))

    def difference(self, values: Sequence[float], others: Sequence[float]) -> Estimate:
        """Return by how much `values` are above `others`, question by question."""
        return self.estimate([value - other for value, other in zip(values, others, strict=True)])


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[round(share * (len(ordered) - 1))]
