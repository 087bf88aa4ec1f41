"""Takes a stretch of text without spaces apart, where it is too long to be one word that someone remembers.

Whoever asks in Chinese, Japanese or Thai writes whole sentences in one stretch; as one phrase it is found nowhere.
Pairs of neighbouring characters are what such words mostly are; of letters that spell sounds it takes four.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MARKS: Final = (
    r"\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)


@dataclass(frozen=True, slots=True)
class Script:
    """Characters of a kind of writing, and how many of them are looked for together; `longest` is left whole."""

    characters: str
    together: int
    longest: int

    @property
    def run(self) -> re.Pattern[str]:
        """Match a stretch that is too long."""
        return re.compile(f"(?:[{self.characters}][{MARKS}]*){{{self.longest + 1},}}")

    def pieces(self, run: str) -> Iterator[str]:
        """Give every group of neighbours of a stretch."""
        units = re.findall(f"[{self.characters}][{MARKS}]*", run)
        return ("".join(units[at : at + self.together]) for at in range(len(units) - self.together + 1))


SCRIPTS: Final = (
    Script(
        r"\u3041-\u3096\u309d-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff",
        2,
        4,
    ),
    Script(
        r"\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec7\u1000-\u102a\u1780-\u17b3",
        4,
        8,
    ),
)
"""Ideographs, kana and hangul; Thai, Lao, Burmese and Khmer letters: as `mesh_search_clean` sets them apart."""


def segments(word: str) -> list[str]:
    """Return what stands in for a word of a query: itself, unless it holds a long stretch without spaces."""
    for script in SCRIPTS:
        if found := script.run.search(word):
            before, after = word[: found.start()], word[found.end() :]
            return [
                *(segments(before) if before else []),
                *script.pieces(found.group()),
                *(segments(after) if after else []),
            ]
    return [word]
