"""Where in a text the clauses of a query match."""

import pytest

from conversation_search.retrieval.matching import Matches
from conversation_search.retrieval.query import parse

pytestmark = pytest.mark.django_db


def matched(query: str, *contents: str) -> list[str]:
    """Return what of the text is matched, in reading order."""
    pieces = [(0, content) for content in contents]
    places = Matches.of(parse(query), [pieces]).places(pieces)
    return [contents[place.piece][place.start : place.end] for place in places]


def test_a_word_is_matched_as_a_whole_and_in_its_other_forms() -> None:
    assert matched("test", "latest Tests, tested; contest") == ["Tests", "tested"]


def test_a_phrase_is_matched_as_a_whole_and_its_words_elsewhere_are_not() -> None:
    assert matched('"launch date"', "date of launch: the Launch-date, launch dates") == ["Launch-date"]


def test_a_phrase_of_one_repeated_word_is_found_where_it_stands() -> None:
    assert matched('"go go"', "go, then go go go") == ["go go", "go go"]


def test_a_phrase_across_line_ends_and_punctuation_is_matched() -> None:
    assert matched('"we sell"', "do we\n> sell, or not") == ["we\n> sell"]


def test_a_compound_of_the_query_is_a_phrase() -> None:
    assert matched("cfg.render_mode", "mode and cfg, see cfg.render_mode") == ["cfg.render_mode"]


def test_words_and_phrases_are_matched_side_by_side() -> None:
    assert matched('"acme migration" friday', "friday: Acme migration, acme") == ["friday", "Acme migration"]


@pytest.mark.parametrize(
    ("query", "content", "expected"),
    [
        ("needle", "abc … 🎉 needle here", ["needle"]),
        ("café", "the cafe\u0301 is open", ["cafe\u0301"]),
        ("naïve", "so NAI\u0308VE", ["NAI\u0308VE"]),
        ("straße", "Straße 5", ["Straße"]),
        ("мир", "Миру — мир", ["мир"]),
        ("render", "cfg.render_mode", ["render"]),
        ("ﬁle", "a file", ["file"]),
        ("東京", "明日、東京。", ["東京"]),
    ],
)
def test_matches_keep_their_place_in_any_script(query: str, content: str, expected: list[str]) -> None:
    assert matched(query, content) == expected


def test_places_are_in_the_order_of_the_pieces() -> None:
    assert matched("acme friday", "friday", "acme on friday") == ["friday", "acme", "friday"]


def test_nothing_is_matched_in_an_empty_text() -> None:
    assert matched("acme", "") == []
