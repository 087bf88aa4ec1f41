"""Whatever is said can be stored and found again, and whatever is asked is answered or refused."""

import re
import unicodedata
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from tests.cast import Cast
from tests.search.asking import ask, found

pytestmark = pytest.mark.django_db

BRIEF = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
    ],
)
LETTERS = re.compile(r"[^\W\d_]{3,200}")
ATTACHED = {"Mn", "Mc", "Me", "Cf", "Sk"}
"""Kinds of characters that belong to the letter before them: accents, vowel signs, what is invisible."""
SAID = st.text(max_size=60) | st.lists(
    st.text(st.characters(categories=("Lu", "Ll", "Lo", "Nd")), min_size=3, max_size=8),
    min_size=1,
    max_size=6,
).map(" / ".join)


def words(text: str) -> list[str]:
    """Return the runs of three letters or more that stand between characters that are no part of a word."""
    edges = [
        0,
        *(at for at, (a, b) in enumerate(pairwise(text), start=1) if _is_edge(a) or _is_edge(b)),
        len(text),
    ]
    parts = {text[start:end] for start, end in pairwise(edges)}
    return sorted(part for part in parts if LETTERS.fullmatch(part) and all(map(_is_letter, part)))


def _is_edge(character: str) -> bool:
    return not re.match(r"\w", character) and unicodedata.category(character) not in ATTACHED


def _is_letter(character: str) -> bool:
    """Tell whether a character is a letter that is seen: fillers are none, and marks of speech are not typed alone."""
    return unicodedata.category(character) != "Lm" and character not in "\u115f\u1160\u3164\uffa0"


@BRIEF
@given(text=SAID)
def test_any_text_is_stored_and_any_word_of_it_is_found_by_typing_it(text: str) -> None:
    typed = words(text)
    assume(typed)
    cast = Cast.assemble()
    cast.says(cast.ana, cast.launch, text.replace("\x00", "\ufffd"))
    for word in typed[:3]:
        assert found(cast.asks(cast.ben, cast.dm_ben), word), word.encode("unicode_escape")


@BRIEF
@given(query=st.text(min_size=1, max_size=limits.QUERY_CHARACTERS))
def test_any_query_is_answered_or_refused(query: str) -> None:
    cast = Cast.assemble()
    cast.says(cast.ana, cast.launch, "the migration is on friday")
    run = cast.asks(cast.ben, cast.dm_ben)
    if query.count('"') > limits.QUERY_CLAUSES:
        with suppress(InvalidArgument):
            ask(run, query)
    else:
        assert ask(run, query)["status"] in {"ok", "no_matches"}
