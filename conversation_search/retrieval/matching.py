"""Finds where in a text each clause of a query matches, so that a snippet can show it.

The text rules live in one SQL function. Python only proposes passages, and the database tells which of them match:
first single words, then the runs of words in which a phrase could stand.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Final

from conversation_search.managers import search
from conversation_search.retrieval.query import Query

UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff"
    "\ua9e0-\ua9fe\uaa60-\uaa7f\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Scripts that set no spaces between words: each of their characters is matched by itself."""
MARKS: Final = (
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u1056-\u1059\u105e-\u1060"
    "\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u17b4-\u17d3\u17dd\u3099\u309a"
    "\ufe00-\ufe0f"
)
"""What is written on such a character and belongs to it."""
BETWEEN: Final = (
    r"\s\x00-/:-@\[-`{-\xa9\xab\xac\xae-\xb1\xb4\xb6-\xb8\xbb\xbf\xd7\xf7"
    r"\u2000-\u200a\u2010-\u205f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20"
)
WORD: Final = re.compile(
    rf"[{UNSPACED}][{MARKS}]*"
    rf"|(?:(?<=[^\W\d_])['\u2019\u02bc](?=[^\W\d_])|(?<![^\W_])[A-Za-z](?:\+\+|\#)|[^{BETWEEN}{UNSPACED}])+"
)
"""What stands between spaces and punctuation: letters, digits and symbols with all that is written on or in them.

An apostrophe between letters is in its word; so are the signs of `c++` and `c#`.
"""

COMPOUND: Final = re.compile(r"[^\W_]+(?:[-.,'\u2019\u2010\u2011][^\W_]+)+")
"""Words with punctuation in them, which may match as a whole: `t-shirt` is found by tshirt, `1,000` by 1000."""

Pieces = Sequence[tuple[int, str]]
"""Pieces of one body, in reading order: the number of each, and its text."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Characters `start` to `end` of piece number `piece`; bit n of `bits` stands for clause n, which matches there."""

    piece: int
    start: int
    end: int
    bits: int


@dataclass(frozen=True, slots=True)
class Matches:
    """What the database said: clauses as bits, for single words and for passages that match as a whole."""

    words: Mapping[str, int]
    passages: Mapping[str, int]
    lengths: tuple[int, ...]
    """The number of words of each clause."""

    @classmethod
    def of(cls, query: Query, bodies: Sequence[Pieces]) -> "Matches":
        """Find out which words of these bodies match, and which runs of them match a whole phrase."""
        contents = {content for pieces in bodies for _, content in pieces}
        lengths = tuple(clause.count("<->") + 1 for clause in query.clauses)
        found = {
            word.group()
            for content in contents
            for form in (WORD, COMPOUND)
            for word in form.finditer(content)
        }
        words = search.match_passages(found, query.any_words, query.any_exact)
        runs = {
            content[start:end] for content in contents for start, end, _ in _runs(content, words, lengths)
        }
        return cls(words, search.match_passages(runs, query.clauses, query.exact), lengths)

    def places(self, pieces: Pieces) -> list[Place]:
        """Return where the clauses match, in reading order: phrases as wholes, the others word by word."""
        phrases = [
            Place(number, start, end, bits)
            for number, (_, content) in enumerate(pieces)
            for start, end, bit in _runs(content, self.words, self.lengths)
            if (bits := self.passages.get(content[start:end], 0) & bit)
        ]
        as_wholes = 0
        for place in phrases:
            as_wholes |= place.bits
        words = [
            Place(number, word.start(), word.end(), bits)
            for number, (_, content) in enumerate(pieces)
            for word in WORD.finditer(content)
            if (bits := self.words.get(word.group(), 0) & ~as_wholes)
        ]
        by_parts = as_wholes
        for place in words:
            by_parts |= place.bits
        compounds = [
            Place(number, word.start(), word.end(), bits)
            for number, (_, content) in enumerate(pieces)
            for word in COMPOUND.finditer(content)
            if (bits := self.words.get(word.group(), 0) & ~by_parts)
        ]
        return sorted(phrases + words + compounds)


NO_MATCHES: Final = Matches({}, {}, ())


def _runs(content: str, words: Mapping[str, int], lengths: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and bit of every run of words, all of one phrase, that is no longer than the phrase."""
    found = list(WORD.finditer(content))
    for number, length in enumerate(lengths):
        bit = 1 << number
        if length == 1:
            continue
        flagged = ((bool(words.get(word.group(), 0) & bit), word) for word in found)
        for is_of_phrase, group in groupby(flagged, key=itemgetter(0)):
            run = [word for _, word in group] if is_of_phrase else []
            for first in range(min(len(run), max(len(run) - length + 1, 1))):
                yield run[first].start(), run[first : first + length][-1].end(), bit
