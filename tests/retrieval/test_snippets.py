"""Snippets: short, with every match visible, and never a changed letter."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conversation_search.retrieval import snippets
from conversation_search.retrieval.matching import Pieces, Place
from conversation_search.retrieval.snippets import GAP, opening

FILLER = "lorem ipsum " * 200
TEXT = st.text(alphabet="ab \n🎉é日", max_size=3000)


def snippet(pieces: Pieces, places: list[Place], characters: int) -> str:
    """Return the text of a snippet, after a look at the ranges beside it."""
    shown = snippets.snippet(pieces, places, characters)
    contents = {pieces[place.piece][1][place.start : place.end] for place in places}
    for start, end in shown.matches:
        marked = shown.text[start:end]
        assert any(marked in content or content in marked for content in contents) or len(places) > 1
    ends = [0, *(end for _, end in shown.matches)]
    assert all(before <= start < end for before, (start, end) in zip(ends, shown.matches, strict=False))
    return shown.text


def cut(text: str, words: list[str], characters: int = 600) -> str:
    """Return the snippet of a text of which each of these words is a match of a clause of its own."""
    places = [
        Place(0, word.start(), word.end(), 1 << number)
        for number, content in enumerate(words)
        for word in re.finditer(rf"\b{re.escape(content)}\b", text)
    ]
    return snippet([(0, text)], sorted(places), characters)


def is_made_of(shown: str, text: str) -> bool:
    """Tell whether every fragment stands in the text, in this order."""
    start = 0
    for fragment in shown.split(GAP):
        start = text.find(fragment, start)
        if start < 0:
            return False
    return True


def test_a_short_text_is_shown_as_it_is() -> None:
    assert cut("  acme \n on friday ", ["acme"]) == "  acme \n on friday "


def test_a_long_text_is_shown_around_its_match() -> None:
    text = f"{FILLER}the acme migration is done. {FILLER}"
    shown = cut(text, ["acme"])
    assert "the acme migration is done." in shown
    assert 500 < len(shown) <= 600
    assert is_made_of(shown, text)


def test_a_long_text_without_a_match_is_shown_from_its_beginning() -> None:
    shown = cut(FILLER, ["acme"])
    assert FILLER.startswith(shown.removesuffix("…"))
    assert len(shown) <= 600


def test_matches_that_are_far_apart_are_all_visible() -> None:
    words = [f"word{number}" for number in range(12)]
    text = FILLER.join(f"{word} " for word in words)
    shown = cut(text, words)
    assert all(word in shown for word in words)
    assert len(shown) <= 600
    assert is_made_of(shown, text)
    assert shown.count(GAP) == 11


def test_two_matches_in_each_of_many_far_places_stay_within_the_limit() -> None:
    words = [f"{end}{number}" for number in range(5) for end in ("first", "last")]
    text = FILLER.join(f"first{number} {'x' * 270} last{number} " for number in range(5))
    shown = cut(text, words)
    assert all(word in shown for word in words)
    assert len(shown) <= 600


def test_the_match_of_every_clause_is_visible_however_often_others_match() -> None:
    text = "acme " * 1000 + "friday"
    assert "friday" in cut(text, ["acme", "friday"])


def test_a_match_longer_than_the_snippet_is_cut() -> None:
    assert cut("see " + "a" * 2000, ["a" * 2000]) == "a" * 600


def test_a_text_without_spaces_is_cut_anywhere() -> None:
    assert len(opening("a" * 1000, 240)) == 240
    assert len(cut("a" * 1000 + " acme " + "b" * 1000, ["acme"])) <= 600


def test_a_script_without_spaces_is_cut_anywhere_and_keeps_its_context() -> None:
    text = "see " + "日本語" * 500 + " acme " + "日本語" * 500
    assert len(cut(text, ["acme"])) == 600
    assert len(opening(text, 240)) == 240


def test_words_are_not_cut_in_two() -> None:
    shown = cut("interesting " * 100 + "acme" + " interesting" * 100, ["acme"])
    assert set(shown.split()) == {"interesting", "acme"}


def test_a_match_in_a_later_piece_is_shown_without_the_beginning() -> None:
    places = [Place(1, 4, 8, 1)]
    assert snippet([(0, FILLER), (7, "the acme migration")], places, 600) == "the acme migration"


def test_the_opening_of_a_short_text_is_the_text() -> None:
    assert opening("acme", 240) == "acme"
    assert opening("acme " * 48, 240) == "acme " * 48
    assert opening("acme " * 49, 240).endswith("acme…")


def test_the_opening_of_blank_space_is_short() -> None:
    assert len(opening(" " * 1000 + "acme", 240)) <= 240


@st.composite
def texts_with_places(draw: st.DrawFn) -> tuple[Pieces, list[Place]]:
    """One to three pieces of text, with places of up to six clauses anywhere in them."""
    contents = draw(st.lists(TEXT, min_size=1, max_size=3))
    places = set()
    for _ in range(draw(st.integers(0, 12))):
        piece = draw(st.integers(0, len(contents) - 1))
        if contents[piece]:
            start = draw(st.integers(0, len(contents[piece]) - 1))
            end = draw(st.integers(start + 1, min(len(contents[piece]), start + 40)))
            places.add(Place(piece, start, end, 1 << draw(st.integers(0, 5))))
    return list(enumerate(contents)), sorted(places)


@given(case=texts_with_places(), characters=st.integers(40, 600))
def test_no_snippet_is_longer_than_allowed_nor_made_of_anything_but_the_text(
    case: tuple[Pieces, list[Place]], characters: int
) -> None:
    pieces, places = case
    shown = snippet(pieces, places, characters)
    assert len(shown) <= characters
    whole = "\n".join(content for _, content in pieces)
    assert all(fragment in whole for fragment in shown.removesuffix("…").split(GAP))


@given(case=texts_with_places())
def test_one_match_of_every_clause_is_visible(case: tuple[Pieces, list[Place]]) -> None:
    pieces, places = case
    shown = snippet(pieces, places, 600)
    for bits in {place.bits for place in places}:
        matches = [pieces[one.piece][1][one.start : one.end].strip() for one in places if one.bits == bits]
        assert any(match in shown for match in matches)


@given(text=TEXT, characters=st.integers(1, 240))
def test_an_opening_is_the_beginning_of_its_text(text: str, characters: int) -> None:
    shown = opening(text, characters)
    assert len(shown) <= characters
    assert shown == text or text.lstrip().startswith(shown.removesuffix("…"))


@pytest.mark.parametrize("characters", [240, 600])
def test_characters_are_counted_and_not_bytes(characters: int) -> None:
    text = "日本 🎉 " * 500
    assert characters - 6 <= len(cut(text, ["日本"], characters)) <= characters


def test_matches_are_told_in_code_points_of_what_is_shown() -> None:
    text = "👩‍👩‍👧 e\u0301 needle " + FILLER + "needle 🎉"
    places = [Place(0, found.start(), found.end(), 1) for found in re.finditer("needle", text)]
    shown = snippets.snippet([(0, text)], places, 600)
    assert {shown.text[start:end] for start, end in shown.matches} == {"needle"}


@pytest.mark.parametrize("character", ["e\u0301", "👍🏽", "👩‍👩‍👧", "🇩🇪", "ไม้", "한"])
def test_no_character_is_cut_in_two(character: str) -> None:
    for size in range(40, 60):
        shown = cut(character * 200 + " acme " + character * 200, ["acme"], size)
        assert set(shown.replace(character, "")) <= set(" acme")


def test_a_link_is_shown_whole_or_not_at_all() -> None:
    link = "https://track.test/browse/" + "x" * 100
    for size in range(30, 300, 7):
        shown = cut(f"{link} acme {link}", ["acme"], size)
        assert set(shown.split()) <= {"acme", link}
