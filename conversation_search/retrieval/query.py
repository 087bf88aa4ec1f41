"""Reads a query as the model wrote it.

    query    = { phrase | word }
    phrase   = '"' text '"'        must match, its words as they are written, in this order
    word     = text without spaces an alternative among the others
    compound = a word that punctuation divides (foo.bar, t-shirt, PLN-3705): its parts in this order, or joined
    sentence = a long word of a script without spaces: its neighbouring characters, two or four together

Curly, low and angle quotes are quotes; one that is never closed is an ordinary character. There are no operators:
`-word`, `name:value`, `AND` and `*` are text. What a word or phrase matches is decided by the same SQL functions
that indexed the messages.
"""

import re
from dataclasses import dataclass
from typing import Final

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.managers import search
from conversation_search.retrieval.segments import segments
from conversation_search.text import storable

PART: Final = re.compile(r'["“”„«»「」『』]([^"“”„«»「」『』]*)["“”„«»「」『』]|(\S+)')
WORDS_DROPPED: Final = "words_dropped"


@dataclass(frozen=True, slots=True)
class Query:
    """What must and what may match. Bit n of a bit set stands for clause n."""

    clauses: tuple[str, ...]
    exact: tuple[str | None, ...]
    """For each clause that is quoted what it must match as it is written; None for the others."""
    words: tuple[str | None, ...]
    """For each clause that is one plain word, not quoted, that word as it is written: others may stand in for it."""
    any_words: tuple[str, ...]
    """For each clause what any single word of it matches; the same as the clause where it has but one."""
    required_bits: int
    degraded: tuple[str, ...]

    @property
    def any_exact(self) -> tuple[str | None, ...]:
        """For each quoted clause what any single word of it must match as it is written."""
        return tuple(exact and exact.replace("<->", "|") for exact in self.exact)

    @property
    def any_word(self) -> str:
        """What any single word of any clause matches."""
        return " | ".join(f"({words})" for words in self.any_words)

    def numbers(self, bits: int) -> list[int]:
        """Return the numbers of the clauses that a bit set stands for."""
        return [number for number in range(len(self.clauses)) if bits >> number & 1]

    @property
    def wanted(self) -> str:
        """What a match must hold at least: any clause, or any required one where some are."""
        return " | ".join(f"({clause})" for clause in self.required or self.clauses)

    @property
    def required(self) -> tuple[str, ...]:
        """The clauses that must match."""
        return tuple(clause for n, clause in enumerate(self.clauses) if self.required_bits >> n & 1)


NOTHING: Final = Query((), (), (), (), 0, ())
"""A query that matches nothing: it has no letter and no digit, or a phrase that has none."""


def parse(text: str) -> Query:
    """Return what a query of 1 to 400 characters matches.

    Raises InvalidArgument when it has more phrases than can be checked: dropping one would widen the search.
    """
    phrases, words = _split(storable(text))
    if len(phrases) > limits.QUERY_CLAUSES:
        raise InvalidArgument.of("query", f"Quote at most {limits.QUERY_CLAUSES} phrases.")
    rows = search.parse_clauses([*phrases, *words])
    required = list({row.exact: row for row in rows[: len(phrases)]}.values())
    if any(row.clause is None for row in required):
        return NOTHING
    known = {row.clause for row in required}
    optional: dict[str | None, search.ClauseRow] = {}
    for row in _alternatives(rows[len(phrases) :], keep_stop_words=not phrases):
        if row.clause not in known:
            optional.setdefault(row.clause, row)
    clauses = [*required, *optional.values()]
    kept = clauses[: limits.QUERY_CLAUSES]
    if not kept:
        return NOTHING
    return Query(
        clauses=tuple(row.clause or "" for row in kept),
        exact=tuple(row.exact if n < len(required) else None for n, row in enumerate(kept)),
        words=tuple(row.word if n >= len(required) else None for n, row in enumerate(kept)),
        any_words=tuple(row.any_word or "" for row in kept),
        required_bits=(1 << len(required)) - 1,
        degraded=(WORDS_DROPPED,) if len(kept) < len(clauses) else (),
    )


def _split(text: str) -> tuple[list[str], list[str]]:
    phrases: list[str] = []
    words: list[str] = []
    for quoted, word in PART.findall(text):
        if quoted.strip():
            phrases.append(quoted)
        elif word:
            words += segments(word)
    return phrases, words


def _alternatives(rows: list[search.ClauseRow], *, keep_stop_words: bool) -> list[search.ClauseRow]:
    meaningful = [row for row in rows if row.clause and not row.is_stop_word]
    if meaningful or not keep_stop_words:
        return meaningful
    return [row for row in rows if row.clause]
