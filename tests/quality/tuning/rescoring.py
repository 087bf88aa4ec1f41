"""Scores collected matches anew, as the search would with other weights and other shapes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf

from conversation_search.evaluation.metrics import DEPTH, Scores, score
from conversation_search.retrieval.ranking import LENGTH_SHARE, LENT, SATURATION, SHORT, TYPICAL, WEIGHTS
from tests.quality.tuning.collecting import Asked, Match


@dataclass(frozen=True, slots=True)
class Length:
    """How much a long message is held back: `1 / (1 + slope * (1 - share + share * max(words, least) / usual))`."""

    slope: float = SATURATION
    share: float = LENGTH_SHARE
    least: float = SHORT
    usual: float = TYPICAL

    def factor(self, words: int) -> float:
        """Return by what the lexical score of a message of so many words is multiplied."""
        return 1 / (1 + self.slope * (1 - self.share + self.share * max(words, self.least) / self.usual))


NORMAL = Length()
"""As the search has it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to rank. A message is lent `lend_one` of the scores right beside it, `lend_two` of those beside these."""

    weights: dict[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    lend_one: float = 0.0
    lend_two: float = 0.0
    lend_words_alone: bool = False
    """Whether only the lexical score is lent, and weights raise what a message has with what it was lent."""
    lend_to_all: bool = False
    """Whether a message that matches nothing itself may be found by what its neighbours lend it."""
    length: Length = NORMAL
    most_lent: float = inf
    """What a message is lent at most, in parts of what it holds itself; nothing bounds what is lent to no match."""


CURRENT = Shape(lend_one=LENT[0], lend_two=LENT[1], lend_words_alone=True)
"""As the search ranks, but that it lends to the best 50 matches alone."""


def rank(asked: Asked, shape: Shape) -> list[int]:
    """Return the best 20, best first. Equal scores go to the newer message: the larger number."""
    boost = {match.number: 1 + _boost(match.components, shape) for match in asked.matches}
    words = {match.number: _words(match, shape) for match in asked.matches}
    total = {
        number: value if shape.lend_words_alone else value * boost[number] for number, value in words.items()
    }
    named = {asked.speakers[match.number] for match in asked.matches if match.components["named_speaker"]}
    for number, lent, lender in _lent(asked.matches, shape):
        if number not in total and shape.lend_to_all:
            # All else of a message that matches nothing is about what holds of its neighbour.
            total[number] = 0.0
            is_named = float(asked.speakers[number] in named)
            boost[number] = 1 + _boost(lender.components | {"named_speaker": is_named}, shape)
        if number in total:
            total[number] += (
                lent * words[lender.number] * (1 if shape.lend_words_alone else boost[lender.number])
            )
    if shape.lend_words_alone:
        most = {number: value * (1 + shape.most_lent) for number, value in words.items()}
        total = {number: min(value, most.get(number, inf)) for number, value in total.items()}
        total = {number: value * boost[number] for number, value in total.items()}
    return sorted(total, key=lambda number: (-round(total[number], 6), -number))[:DEPTH]


def judge(asked: Iterable[Asked], shape: Shape) -> list[Scores]:
    """Return what each answer would be worth."""
    judged = []
    for each in asked:
        ranked = rank(each, shape)
        judged.append(score(ranked, each.rooms.shown(ranked), each.relevant))
    return judged


def _lent(matches: Iterable[Match], shape: Shape) -> Iterator[tuple[int, float, Match]]:
    """Give who is lent which share of what match."""
    for match in matches:
        for share, beside in zip((shape.lend_one, shape.lend_two), match.beside, strict=True):
            if share:
                yield from ((number, share, match) for number in beside)


def _words(match: Match, shape: Shape) -> float:
    lexical = match.components["lexical"]
    if shape.length == NORMAL:
        return lexical
    return lexical * shape.length.factor(match.words) / NORMAL.factor(match.words)


def _boost(components: dict[str, float], shape: Shape) -> float:
    return sum(weight * components[name] for name, weight in shape.weights.items())
