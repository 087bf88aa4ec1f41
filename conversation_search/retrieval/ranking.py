"""Orders eligible matches. It sees figures about them alone, never a row that may not be disclosed.

    score   = (lexical + neighbors) * (1 + sum of weight * component)
    lexical = share of the query's rarity that the message holds, divided by a mild length normalization

`neighbors` is what the messages beside it lend: a part of their own `lexical`. What else speaks for a neighbour is not
lent: beside a speaker who is named stands mostly the other one, who asked. Components only reorder eligible messages.
Added up, the boosts stay below 1, so a message that holds twice as much of what was asked for is never overtaken by a
newer or nearer one.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from conversation_search import limits
from conversation_search.managers.search import Match

WEIGHTS: Final[dict[str, float]] = {
    "recency": 0.15,
    "same_conversation": 0.05,
    "recent_window": -0.5,
    "same_actor": 0.05,
    "same_organization": 0.05,
    "requester_spoke": 0.1,
    "named_speaker": 0.5,
}
"""`named_speaker`: 1.5 times was the best of 1.25 to 2 in recall at 10 on long two-person conversations; 2
breaks questions that name the wrong person. The others are small, to order what is otherwise alike; not tuned."""

LENT: Final = (0.4, 0.3)
"""Parts of their own lexical scores that the nearest message on either side lends, and the one beyond it. Tuned on
half of LoCoMo, judged on the other half, on meetings and on Chinese (docs/tuning.md)."""

LENDING_MATCHES: Final = 50
"""Best matches that are lent to: what stands further down is not lifted onto a page of 20."""

RECENCY_HALF_LIFE_DAYS: Final = 90.0
"""Age at which recency has halved: projects are talked about for a quarter."""

RECENT_WINDOW: Final = limits.HISTORY_WINDOW
"""Latest messages of the current room that are demoted: the turn loads as many unless told otherwise."""

SHORT: Final = 15
"""Words below which a message is not treated as shorter: a word alone says little."""
TYPICAL: Final = 50
"""Words of a usual message. Half of it was too few: turns of a meeting that answer a question are long."""
SATURATION: Final = 0.6
LENGTH_SHARE: Final = 0.9
"""The constants of the BM25 family that go with a word that is there or not: k1 low and b near 1, tuned like `LENT`.
Less of either lets long replies of agents win, which hold every word (tests/quality)."""

SIGNALS: Final = Match._fields[4:]
"""Components that hold of a match or do not."""

DAY: Final = 86_400
PRECISION: Final = 6
"""Decimals of a score: what differs less is ordered by time."""

LABELS: Final = ("same_conversation", "same_organization", "requester_spoke", "named_speaker")
"""Components that are shown to the model as reasons, under their own names."""

RECENT_AT_LEAST: Final = 0.5
"""Recency from which a hit is labelled `recent`: not older than one half-life."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One message to show, why it was chosen, and the ids of what may stand beside it, nearest first."""

    message_id: int
    score: float
    bits: int
    components: dict[str, float]
    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)


class Ranked(NamedTuple):
    """One match with its score; tuples of this order sort by score, then time, then id."""

    score: float
    sent_at: float
    message_id: int
    match: Match
    lexical: float
    boost: float
    loan: float = 0.0

    def lent(self, loan: float) -> "Ranked":
        """Return it with what the messages beside it lend of what they hold."""
        score = round((self.lexical + loan) * self.boost, PRECISION)
        return self._replace(score=score, loan=round(loan, PRECISION))


class Scale:
    """What the matches of one search are weighed with. Many of them weigh alike, so each weight is worked out once."""

    def __init__(self, matches: Sequence[Match], now: float, weights: Mapping[str, float] = WEIGHTS) -> None:
        """Count in how many of the matches each clause occurs: the fewer, the more it counts.

        `now` in seconds since 1970.
        """
        self._matches = matches
        self._now = now
        self._weights = weights
        rarity = rarities(Counter(match.bits for match in matches))
        whole = sum(rarity.values())
        self._share = cache(lambda bits: sum(weight for bit, weight in rarity.items() if bits & bit) / whole)
        self._length = cache(length_factor)
        self._decay = cache(decay)
        self._boost = cache(
            lambda signals: sum(weights[name] * signal for name, signal in zip(SIGNALS, signals, strict=True))
        )

    def rank(self) -> list[Ranked]:
        """Return each match with its own score, best first."""
        return sorted(map(self._ranked, self._matches), reverse=True)

    def hit(self, ranked: Ranked) -> Hit:
        """Return a match as a hit, with everything that its score was made of."""
        match = ranked.match
        components: dict[str, float] = {
            "lexical": round(ranked.lexical, PRECISION),
            "recency": round(self._recency(match), PRECISION),
            **dict(zip(SIGNALS, match[4:], strict=True)),
            "neighbors": ranked.loan,
        }
        return Hit(match.message_id, ranked.score, match.bits, components)

    def _ranked(self, match: Match) -> Ranked:
        boost = 1 + self._weights["recency"] * self._recency(match) + self._boost(match[4:])
        lexical = self._lexical(match)
        return Ranked(
            round(lexical * boost, PRECISION), match.sent_at, match.message_id, match, lexical, boost
        )

    def _lexical(self, match: Match) -> float:
        return self._share(match.bits) / self._length(match.word_count)

    def _recency(self, match: Match) -> float:
        return self._decay(max(int((self._now - match.sent_at) // DAY), 0))


def rarities(held_together: Mapping[int, int]) -> dict[int, float]:
    """Return how much each clause counts, by its bit, of so many messages that hold these sets of clauses."""
    messages = sum(held_together.values())
    holding: dict[int, int] = {}
    for bits, count in held_together.items():
        for bit in (1 << place for place in range(bits.bit_length()) if bits >> place & 1):
            holding[bit] = holding.get(bit, 0) + count
    return {bit: math.log(1 + (messages - held + 0.5) / (held + 0.5)) for bit, held in holding.items()}


def length_factor(words: int) -> float:
    """Return what the lexical score of a message of so many words is divided by."""
    return 1 + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * max(words, SHORT) / TYPICAL)


def decay(days: int) -> float:
    """Return 1 for today, half of it one half-life ago, and so on."""
    return math.pow(0.5, days / RECENCY_HALF_LIFE_DAYS)


def reasons(components: dict[str, float], *, words: bool, phrase: bool) -> list[str]:
    """Return the closed labels that say why a hit was chosen."""
    labels = [label for label, present in (("words", words), ("phrase", phrase)) if present]
    if components["recency"] >= RECENT_AT_LEAST:
        labels.append("recent")
    return labels + [label for label in LABELS if components[label]]
