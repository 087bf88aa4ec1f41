"""What stands in for a word that no eligible message holds: longer words, then words of nearly the same letters.

    1. words that begin with it (`auth` finds authentication), from three letters
    2. words that hold it (`flow` finds workflow), from four letters
    3. words in which one or two letters are wrong, missing, too many or exchanged (`migartion`)

Only words of eligible messages are ever chosen from, so that what may not be shown neither suggests a word nor
crowds one out. Compounds, numbers, identifiers with digits and quoted words mean what they say: nothing stands in.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, Protocol

from conversation_search import limits
from conversation_search.managers import search
from conversation_search.managers.search import SuggestionRow
from conversation_search.retrieval.query import Query

TWO_MISTAKES_FROM: Final = 6
"""Letters of a word from which two mistakes are forgiven; in a shorter one they make it another word."""


class Bounds(Protocol):
    """Everything that bounds a search but its words."""

    def parameters(self) -> dict[str, Any]:
        """Return it under the names that the statements use."""


def expand(scope: Bounds, query: Query, unmatched: Collection[int]) -> Query:
    """Return the query with other words in place of the clauses `unmatched`, which found nothing eligible.

    Clauses for which nothing stands in stay as they are; the order, and so the bits, stay the same.
    """
    words = {number: word for number in sorted(unmatched) if (word := query.words[number])}
    if not words:
        return query
    rows = search.suggest_words(scope.parameters(), list(words.values()))
    clauses, any_words = list(query.clauses), list(query.any_words)
    for (number, word), (_, suggested) in zip(
        words.items(), groupby(rows, key=attrgetter("position")), strict=True
    ):
        clauses[number] = _instead(word, list(suggested)) or clauses[number]
        any_words[number] = clauses[number]
    return replace(query, clauses=tuple(clauses), any_words=tuple(any_words))


def _instead(word: str, rows: list[SuggestionRow]) -> str | None:
    """Return what is matched instead of a word, if anything is."""
    if rows[0].begins:
        return f"'{word}':*"
    longer = [row for row in rows if row.holds]
    chosen = longer or _nearest(word, [row for row in rows if row.word])
    return (
        " | ".join(dict.fromkeys(row.query for row in chosen[: limits.FALLBACK_WORDS] if row.query)) or None
    )


def _nearest(word: str, rows: Sequence[SuggestionRow]) -> list[SuggestionRow]:
    """Return those with the fewest mistakes, as far as so many are forgiven in a word of this length."""
    forgiven = 2 if len(word) >= TWO_MISTAKES_FROM else 1
    distances = {row.word: mistakes(word, row.word or "") for row in rows}
    fewest = min(distances.values(), default=forgiven + 1)
    return [row for row in rows if distances[row.word] == fewest <= forgiven]


def mistakes(written: str, meant: str) -> int:
    """Return how many letters were put in, left out, replaced, or exchanged with their neighbour."""
    before, last = [0] * (len(meant) + 1), list(range(len(meant) + 1))
    for row, letter in enumerate(written, start=1):
        current = [row]
        for column, other in enumerate(meant, start=1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == meant[column - 2] and written[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        before, last = last, current
    return last[-1]
