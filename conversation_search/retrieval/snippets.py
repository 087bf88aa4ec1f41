"""Cuts a snippet out of a canonical text so that every match is visible in it; the text is never altered."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from conversation_search.retrieval.matching import Pieces, Place

GAP: Final = " … "
SPACE: Final = re.compile(r"\s")
LINK: Final = re.compile(r"\S*://\S*")
LONGEST_WORD: Final = 40
"""Characters up to which a cut word is left out; what is longer is a script without spaces, or a link."""
LONGEST_LINK: Final = 300
"""Characters up to which a cut link is left out: half of a snippet."""
JOINERS: Final = "\u200d\ufe0e\ufe0f\u20e3"
"""What joins emoji or changes the one before it."""


@dataclass(frozen=True, slots=True, order=True)
class Fragment:
    """Characters `start` to `end` of piece number `piece`."""

    piece: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Snippet:
    """What is shown of a text, and where in that the query matches: start and end in code points, in order."""

    text: str
    matches: list[tuple[int, int]]


def snippet(pieces: Pieces, places: Sequence[Place], characters: int) -> Snippet:
    """Return at most `characters` of a text around the first match of every clause, and as many others as fit."""
    whole = pieces[0][1]
    if len(pieces) == 1 and len(whole) <= characters:
        return Snippet(whole, _merged((place.start, place.end) for place in places))
    matches = _chosen(_by_need(places, pieces), characters)
    if not matches:
        return Snippet(opening(whole, characters), [])
    fragments = _widened(matches, pieces, characters)
    shown = [_trimmed(pieces[fragment.piece][1], fragment, matches) for fragment in fragments]
    texts = [pieces[fragment.piece][1][fragment.start : fragment.end] for fragment in shown]
    return Snippet(GAP.join(texts), _merged(_ranges(shown, places)))


def _ranges(shown: Sequence[Fragment], places: Sequence[Place]) -> Iterator[tuple[int, int]]:
    """Yield where the places stand in the fragments set one after the other, as far as they are shown."""
    offset = 0
    for fragment in shown:
        for place in places:
            start, end = max(place.start, fragment.start), min(place.end, fragment.end)
            if place.piece == fragment.piece and start < end:
                yield offset + start - fragment.start, offset + end - fragment.start
        offset += fragment.end - fragment.start + len(GAP)


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ranges in order, those that overlap as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


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


def _trimmed(text: str, fragment: Fragment, matches: Sequence[Fragment]) -> Fragment:
    """Return a fragment without the words that its edges cut, where those are no matches, and without outer spaces."""
    inside = [match for match in matches if match.piece == fragment.piece and match.start >= fragment.start]
    first, last = inside[0].start, max(match.end for match in inside if match.end <= fragment.end)
    start, end = _after_cut(text, fragment.start, first), _before_cut(text, fragment.end, last)
    content = text[start:end]
    start += len(content) - len(content.lstrip())
    return Fragment(fragment.piece, start, start + len(content.strip()))


def _after_cut(text: str, start: int, first: int) -> int:
    """Return where the next word begins when a cut at `start` is inside one, but not beyond `first`."""
    if start == 0 or text[start - 1].isspace():
        return start
    space = SPACE.search(text, start, min(first, start + _longest(text, start)))
    if space:
        return space.end()
    while start < first and _is_inside_character(text, start):
        start += 1
    return start


def _before_cut(text: str, end: int, last: int) -> int:
    """Return where the last word ends when a cut at `end` is inside one, but not before `last`."""
    if end >= len(text) or text[end].isspace():
        return end
    spaces = list(SPACE.finditer(text, max(last, end - _longest(text, end)), end))
    if spaces:
        return spaces[-1].start()
    while end > last and _is_inside_character(text, end):
        end -= 1
    return end


def _longest(text: str, cut: int) -> int:
    """Return up to how many characters the word around a cut may be left out."""
    spaces = [space.end() for space in SPACE.finditer(text, max(cut - LONGEST_LINK, 0), cut)]
    link = LINK.match(text, spaces[-1] if spaces else max(cut - LONGEST_LINK, 0), cut + LONGEST_LINK)
    return LONGEST_LINK if link and link.end() > cut else LONGEST_WORD


def _is_inside_character(text: str, cut: int) -> bool:
    """Tell whether what a reader sees as one character would be cut in two."""
    before, after = text[cut - 1 : cut], text[cut : cut + 1]
    if not before or not after:
        return False
    is_flag = "\U0001f1e6" <= before <= "\U0001f1ff" and "\U0001f1e6" <= after <= "\U0001f1ff"
    is_tone = "\U0001f3fb" <= after <= "\U0001f3ff"
    is_mark = unicodedata.category(after).startswith("M")
    return is_flag or is_tone or is_mark or after in JOINERS or before == "\u200d"
