"""What one answer is worth: the figures of one question, from what was found and what should have been."""

import math
from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass, fields
from typing import Final

DEPTH: Final = 20
"""Messages of a ranking that are looked at: as many as one search may return."""
PAGE: Final = 10
"""Hits whose neighbours count in `c_10`, and the depth of `ndcg_10`."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Each from 0 to 1."""

    r_5: float
    """Recall: the share of the answering messages that are among the first 5."""
    r_10: float
    r_20: float
    mrr: float
    """Reciprocal rank: 1 / rank of the first answering message, 0 when none is among the first 20."""
    ndcg_10: float
    """Normalized discounted cumulative gain of the first 10: an answer at a rank is worth 1 / log2(1 + rank)."""
    c_10: float
    """Context: the share of the answering messages that are shown, as one of the first 10 or beside one."""


TITLES: Final = {
    "r_5": "R@5",
    "r_10": "R@10",
    "r_20": "R@20",
    "mrr": "MRR",
    "ndcg_10": "nDCG@10",
    "c_10": "C@10",
}
NAMES: Final = tuple(field.name for field in fields(Scores))


def score(ranked: Sequence[int], shown: Collection[int], relevant: Collection[int]) -> Scores:
    """Return the figures of one question.

    `ranked` are the ids that were found, best first; `shown` what the first 10 of them would show with their
    neighbours; `relevant` the ids that answer, at least one.
    """
    ranks = [rank for rank, found in enumerate(ranked[:DEPTH], start=1) if found in relevant]
    best = sum(_gain(rank) for rank in range(1, min(len(relevant), PAGE) + 1))
    return Scores(
        r_5=_within(ranks, 5) / len(relevant),
        r_10=_within(ranks, 10) / len(relevant),
        r_20=_within(ranks, 20) / len(relevant),
        mrr=1 / ranks[0] if ranks else 0.0,
        ndcg_10=sum(_gain(rank) for rank in ranks if rank <= PAGE) / best,
        c_10=sum(1 for message in relevant if message in shown) / len(relevant),
    )


def columns(scores: Sequence[Scores]) -> dict[str, list[float]]:
    """Return the values of each figure, in the order of the questions."""
    return dict(zip(NAMES, map(list, zip(*map(astuple, scores), strict=True)), strict=True))


def _within(ranks: Sequence[int], depth: int) -> int:
    return sum(1 for rank in ranks if rank <= depth)


def _gain(rank: int) -> float:
    return 1 / math.log2(rank + 1)
