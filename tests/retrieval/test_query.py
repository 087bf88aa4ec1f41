"""How a query is read: alternatives, phrases that must match, and what is dropped."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.retrieval.query import NOTHING, WORDS_DROPPED, parse

pytestmark = pytest.mark.django_db


def test_words_are_alternatives() -> None:
    query = parse("acme migration")
    assert (len(query.clauses), query.required_bits) == (2, 0)


@pytest.mark.parametrize(
    "text", ['"acme migration"', "“acme migration”", "„acme migration“", '"Acme  migration!"']
)
def test_a_quoted_phrase_must_match(text: str) -> None:
    query = parse(text)
    assert query.clauses == ("'acm' <-> 'migrat'",)
    assert query.required == query.clauses


def test_a_phrase_comes_before_the_words_beside_it_and_only_it_is_required() -> None:
    query = parse('friday "acme migration" decision')
    assert query.clauses == ("'acm' <-> 'migrat'", "'friday'", "'decis'")
    assert query.required == query.clauses[:1]


@pytest.mark.parametrize("text", ['"acme migration', 'acme" migration', 'acme migration"'])
def test_a_quote_that_is_never_closed_is_an_ordinary_character(text: str) -> None:
    assert parse(text) == parse("acme migration")


@pytest.mark.parametrize("text", ['acme ""', 'acme " "', '"" acme'])
def test_an_empty_phrase_asks_for_nothing(text: str) -> None:
    assert parse(text) == parse("acme")


@pytest.mark.parametrize(
    "text", ["!!!", "… —", '"!!!"', '"!!!" acme', 'acme "—" "migration"', "\x00", " ", '"']
)
def test_what_has_no_letter_and_no_digit_matches_nothing_rather_than_anything(text: str) -> None:
    assert parse(text) == NOTHING


def test_a_word_of_punctuation_beside_others_is_dropped() -> None:
    assert parse("acme — !!!") == parse("acme")


def test_stop_words_are_dropped_when_other_words_remain() -> None:
    assert parse("what did we decide about the launch") == parse("decide launch")


def test_stop_words_alone_are_searched() -> None:
    assert parse("who is it").clauses == ("'who'", "'is'", "'it'")


def test_stop_words_in_a_phrase_must_match() -> None:
    assert parse('"to be or not"').clauses == ("'to' <-> 'be' <-> 'or' <-> 'not'",)


def test_stop_words_beside_a_phrase_are_dropped() -> None:
    assert parse('the "acme migration"') == parse('"acme migration"')


def test_a_word_said_twice_counts_once() -> None:
    assert parse("Acme acme ACME") == parse("acme")
    assert parse('"acme" acme "acme"') == parse('"acme"')


def test_words_beyond_the_limit_are_dropped_and_said_to_be() -> None:
    query = parse(" ".join(f"w{number}" for number in range(40)))
    assert len(query.clauses) == limits.QUERY_CLAUSES
    assert query.degraded == (WORDS_DROPPED,)
    assert parse(" ".join(f"w{number}" for number in range(32))).degraded == ()


def test_phrases_beyond_the_limit_are_refused_because_dropping_one_would_widen_the_search() -> None:
    assert len(parse(" ".join(f'"w{number}"' for number in range(32))).required) == 32
    with pytest.raises(InvalidArgument):
        parse(" ".join(f'"w{number}"' for number in range(33)))


def test_every_clause_has_what_its_single_words_match() -> None:
    query = parse('"acme migration" friday')
    assert query.any_words == ("'acm' | 'migrat'", "'friday'")
    assert query.any_word == "('acm' | 'migrat') | ('friday')"


@pytest.mark.parametrize(
    "text",
    [
        "a:b & c | !d <-> e",
        "'); DROP TABLE runs; --",
        "\\ ' '' \\'",
        "%s %(x)s {x}",
        "\ufdfa" * 400,
        "\u337f" * 400,
        "𠀀" * 400,
        "é" * 400,
        "İ" * 400,
        "\u200b" * 400,
        "a" * 400,
        "<" * 400,
        "&" * 400,
        '"' * 400,
    ],
)
def test_no_text_breaks_the_language_of_queries(text: str) -> None:
    query = parse(text)
    assert len(query.clauses) <= limits.QUERY_CLAUSES


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(min_size=1, max_size=limits.QUERY_CHARACTERS).filter(lambda text: text.count('"') < 60))
def test_any_text_is_a_query(text: str) -> None:
    query = parse(text)
    assert query.required_bits < 1 << max(len(query.clauses), 1)
    assert len(query.any_words) == len(query.clauses) == len(set(query.clauses))
