"""One more reader of a destination only shrinks what it may receive; one more of an origin only grows where it goes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.contract.oracle import KINDS, Audience
from tests.contract.rule import answers

pytestmark = pytest.mark.django_db

PEOPLE = ("ana", "ben", "cleo", "dina", "emil")
READERS = st.frozensets(st.sampled_from(PEOPLE), min_size=1).map(lambda some: tuple(sorted(some)))
VISIBILITY = st.sampled_from(("public", "workspace", "members", "members", "members"))


@st.composite
def audiences(draw: st.DrawFn, visibility: st.SearchStrategy[str] = VISIBILITY) -> Audience:
    seen = draw(visibility)
    return Audience(
        visibility=seen,
        connector=draw(st.integers(1, 2)),
        conversation=draw(st.integers(1, 2)),
        kind=draw(st.sampled_from(sorted(KINDS))),
        readers=draw(READERS) if seen == "members" else None,
        externally_shared=draw(st.booleans()),
        restricted=draw(st.booleans()),
        explicit=draw(st.booleans()),
        joiners_read_history=draw(st.booleans()),
    )


MEMBERS = audiences(visibility=st.just("members"))


def _with_reader(audience: Audience, reader: str) -> Audience:
    return replace(
        audience, readers=tuple(sorted({str(known) for known in audience.readers or ()} | {reader}))
    )


@settings(max_examples=60, deadline=None)
@given(
    origins=st.lists(audiences(), min_size=1, max_size=20),
    destinations=st.lists(MEMBERS, min_size=1, max_size=20),
    reader=st.sampled_from((*PEOPLE, "a stranger")),
)
def test_one_more_reader_of_a_destination_receives_no_more(
    origins: list[Audience], destinations: list[Audience], reader: str
) -> None:
    before = answers(origins, destinations)
    after = answers(origins, [_with_reader(destination, reader) for destination in destinations])
    assert all(was == "y" for was, now in zip(before, after, strict=True) if now == "y")


@settings(max_examples=60, deadline=None)
@given(
    origins=st.lists(MEMBERS, min_size=1, max_size=20),
    destinations=st.lists(audiences(), min_size=1, max_size=20),
    reader=st.sampled_from((*PEOPLE, "a stranger")),
)
def test_one_more_reader_of_an_origin_reaches_no_less(
    origins: list[Audience], destinations: list[Audience], reader: str
) -> None:
    before = answers(origins, destinations)
    after = answers([_with_reader(origin, reader) for origin in origins], destinations)
    assert all(now == "y" for was, now in zip(before, after, strict=True) if was == "y")


@settings(max_examples=30, deadline=None)
@given(
    origins=st.lists(audiences(), min_size=1, max_size=20), nobody=st.sampled_from((None, ())), place=MEMBERS
)
def test_a_destination_without_known_readers_receives_public_text_only(
    origins: list[Audience], nobody: tuple[str, ...] | None, place: Audience
) -> None:
    allowed = answers(origins, [replace(place, readers=nobody)])
    assert {origin.visibility for origin, letter in zip(origins, allowed, strict=True) if letter == "y"} <= {
        "public"
    }


@settings(max_examples=30, deadline=None)
@given(inner=READERS, outer=READERS, copies=st.integers(1, 40))
def test_large_rooms_are_compared_as_small_ones_are(
    inner: tuple[str, ...], outer: tuple[str, ...], copies: int
) -> None:
    def enlarged(readers: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{reader}-{number}" for reader in readers for number in range(copies))

    small = answers([Audience(readers=outer)], [Audience(readers=inner, conversation=2)])
    large = answers([Audience(readers=enlarged(outer))], [Audience(readers=enlarged(inner), conversation=2)])
    assert small == large == ("y" if set(inner) <= set(outer) else "n")
