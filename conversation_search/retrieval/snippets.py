"""Cuts a snippet out of a canonical text so that every match is visible in it; the text is never altered."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from conversation_search.retrieval.matching import Pieces, Place

GAP: Final = " … "
SPACE: Final = re.compile(r"\s")
LONGEST_WORD: Final = 40
"""Characters up to which a cut word is left out; what is longer is an address or a script without spaces."""


@dataclass(frozen=True, slots=True, order=True)
class Fragment:
    """Characters `start` to `end` of piece number `piece`."""

    piece: int
    start: int
    end: int


def snippet(pieces: Pieces, places: Sequence[Place], characters: int) -> str:
    """Return at most `characters` of a text around the first match of every clause, and as many others as fit."""
    whole = pieces[0][1]
    if len(pieces) == 1 and len(whole) <= characters:
        return whole
    matches = _chosen(_by_need(places, pieces), characters)
    if not matches:
        return opening(whole, characters)
    shown = _widened(matches, pieces, characters)
    return GAP.join(_trimmed(pieces[fragment.piece][1], fragment, matches) for fragment in shown)


def opening(text: str, characters: int) -> str:
    """Return the beginning of a text, cut between words where it is too long."""
    if len(text) <= characters:
        return text
    return text[: _before_cut(text, characters - 1, 0)].strip() + "…"


def _by_need(places: Sequence[Place], pieces: Pieces) -> list[Place]:
    """Return the first place of each clause, then the first of every other word or phrase that matches."""
    clauses = 0
    contents: set[str] = set()
    first, others = [], []
    for place in places:
        content = pieces[place.piece][1][place.start : place.end].casefold()
        if place.bits & ~clauses:
            first.append(place)
        elif content not in contents:
            others.append(place)
        clauses |= place.bits
        contents.add(content)
    return first + others


def _chosen(places: Sequence[Place], characters: int) -> list[Fragment]:
    """Return the least of the text that shows these places, the most needed first, as far as they fit."""
    fragments: list[Fragment] = []
    for place in places:
        end = min(place.end, place.start + characters)
        wanted = _joined([*fragments, Fragment(place.piece, place.start, end)])
        if _length(wanted) <= characters:
            fragments = wanted
    return fragments


def _widened(fragments: Sequence[Fragment], pieces: Pieces, characters: int) -> list[Fragment]:
    """Share what room is left among the fragments, for the text on both sides of each."""
    room = characters - _length(fragments)
    widened: list[Fragment] = []
    for number, fragment in enumerate(fragments):
        share = room // (len(fragments) - number)
        before, after = widened[-1:], fragments[number + 1 : number + 2]
        start = before[0].end if before and before[0].piece == fragment.piece else 0
        end = after[0].start if after and after[0].piece == fragment.piece else len(pieces[fragment.piece][1])
        right = min(max(share // 2, share - (fragment.start - start)), end - fragment.end)
        left = min(share - right, fragment.start - start)
        room -= left + right
        widened.append(Fragment(fragment.piece, fragment.start - left, fragment.end + right))
    return _joined(widened)


def _joined(fragments: Iterable[Fragment]) -> list[Fragment]:
    """Return the fragments in reading order; where a gap would cost more than the text in it, there is none."""
    joined: list[Fragment] = []
    for fragment in sorted(fragments):
        last = joined[-1] if joined else None
        if last and last.piece == fragment.piece and fragment.start - last.end <= len(GAP):
            joined[-1] = Fragment(last.piece, last.start, max(last.end, fragment.end))
        else:
            joined.append(fragment)
    return joined


def _length(fragments: Sequence[Fragment]) -> int:
    return sum(fragment.end - fragment.start for fragment in fragments) + len(GAP) * (len(fragments) - 1)


def _trimmed(text: str, fragment: Fragment, matches: Sequence[Fragment]) -> str:
    """Return the text of a fragment without the words that its edges cut, where those are no matches."""
    inside = [match for match in matches if match.piece == fragment.piece and match.start >= fragment.start]
    first, last = inside[0].start, max(match.end for match in inside if match.end <= fragment.end)
    start, end = _after_cut(text, fragment.start, first), _before_cut(text, fragment.end, last)
    return text[start:end].strip()


def _after_cut(text: str, start: int, first: int) -> int:
    """Return where the next word begins when a cut at `start` is inside one, but not beyond `first`."""
    if start == 0 or text[start - 1].isspace():
        return start
    space = SPACE.search(text, start, min(first, start + LONGEST_WORD))
    return space.end() if space else start


def _before_cut(text: str, end: int, last: int) -> int:
    """Return where the last word ends when a cut at `end` is inside one, but not before `last`."""
    if end >= len(text) or text[end].isspace():
        return end
    spaces = list(SPACE.finditer(text, max(last, end - LONGEST_WORD), end))
    return spaces[-1].start() if spaces else end
