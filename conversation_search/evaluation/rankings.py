"""The rankings that can be compared, by name."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from conversation_search.evaluation import outside
from conversation_search.evaluation.metrics import DEPTH
from conversation_search.evaluation.scratch import Perspective, forgotten
from conversation_search.managers import evaluation, search
from conversation_search.retrieval import query, searcher
from conversation_search.retrieval.ranking import WEIGHTS

Rank = Callable[[Perspective, Sequence[str]], Iterator[list[int]]]
"""Gives for each query in turn the row numbers of at most 20 messages, best first."""

SEED_BATCH: Final = 50
"""Queries that the first design ranks in one statement: it parses every message anew for each statement."""


class UnknownRanking(Exception):
    """A name that is none of a ranking; says which there are."""


@dataclass(frozen=True, slots=True)
class Weighted:
    """The search as it is, with these weights."""

    weights: Mapping[str, float]

    def __call__(self, perspective: Perspective, queries: Sequence[str]) -> Iterator[list[int]]:
        """Ask one query after the other in the run; nothing is put on its ledger, so each finds it as the first did."""
        for text in queries:
            with forgotten():
                search.begin()
                found = searcher.find(
                    perspective.scope,
                    query.parse(text),
                    DEPTH,
                    [],
                    perspective.now,
                    with_neighbours=False,
                    weights=self.weights,
                )
            yield [hit.message_id for hit in found.hits]


def as_first_designed(perspective: Perspective, queries: Sequence[str]) -> Iterator[list[int]]:
    """Rank as the specification's first design did: any English word, `ts_rank_cd`."""
    for start in range(0, len(queries), SEED_BATCH):
        batch = queries[start : start + SEED_BATCH]
        yield from evaluation.rank_as_first_designed(
            perspective.agent_id, perspective.run_id, batch, limit=DEPTH
        )


NAMED: Final[dict[str, Rank]] = {
    "current": Weighted(WEIGHTS),
    "words-only": Weighted(dict.fromkeys(WEIGHTS, 0.0)),
    **{f"without-{name.replace('_', '-')}": Weighted(WEIGHTS | {name: 0.0}) for name in WEIGHTS},
    "seed": as_first_designed,
    "bm25s": outside.bm25s,
    "tantivy": outside.tantivy,
}


def ranking(name: str) -> Rank:
    """Return a ranking: one of `NAMED`, or the current one with other weights, `named_speaker=1,recency=0`.

    Raises UnknownRanking.
    """
    if name in NAMED:
        return NAMED[name]
    if "=" not in name:
        raise UnknownRanking(f"There is no ranking of this name. There are: {', '.join(NAMED)}.")
    return Weighted(WEIGHTS | dict(_weight(part) for part in name.split(",")))


def _weight(part: str) -> tuple[str, float]:
    name, _, value = part.partition("=")
    if name not in WEIGHTS:
        raise UnknownRanking(f"There is no weight of this name. There are: {', '.join(WEIGHTS)}.")
    try:
        return name, float(value)
    except ValueError:
        raise UnknownRanking(f"The weight of {name} must be a number.") from None
