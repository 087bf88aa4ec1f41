"""Equal audiences and equal sets are stored once, different ones never share a row."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import pytest
from django.db import DatabaseError, connections, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_search.models import Audience, DisclosureClass
from tests.cast import Cast
from tests.database import value
from tests.factories import AudienceFactory, ClassFactory, ConversationFactory
from tests.factories.messages import room_audience_id

IDS = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=4), max_size=3)
TWISTED: Sequence[list[str]] = (
    ["a", "b"],
    ["a\x1fb"],
    ["a,b"],
    ["b", "a"],
    ["a", "b", ""],
    [""],
    [],
    ["NULL"],
    ['"'],
    ["a", '"b"'],
    ["{a", "b}"],
)


def _members(cast: Cast, readers: list[str]) -> Audience:
    return AudienceFactory.create(conversation=cast.board, visibility="members", readers=readers)


def test_no_two_different_lists_of_readers_share_an_audience(cast: Cast) -> None:
    stored = [_members(cast, readers) for readers in TWISTED]
    assert [audience.readers for audience in stored] == list(TWISTED)
    assert len({audience.pk for audience in stored}) == len(TWISTED)


@settings(max_examples=60, deadline=None)
@given(one=IDS, other=IDS)
@pytest.mark.django_db
def test_an_audience_is_stored_once_and_as_it_is(one: list[str], other: list[str]) -> None:
    room = ConversationFactory.create(kind="private_channel")
    first, second = (
        AudienceFactory.create(conversation=room, visibility="members", readers=readers)
        for readers in (one, other)
    )
    assert (first.readers, second.readers) == (one, other)
    assert (first == second) is (one == other)


FIELDS: Mapping[str, Any] = {
    "kind": "direct",
    "visibility": "public",
    "externally_shared": True,
    "restricted": True,
    "explicit": True,
}


def test_audiences_that_differ_in_one_field_are_two(cast: Cast) -> None:
    plain = AudienceFactory.create(conversation=cast.launch)
    others = [AudienceFactory.create(conversation=cast.launch, **{name: FIELDS[name]}) for name in FIELDS]
    pairs = combinations([plain, *others], 2)
    assert all(one.pk != other.pk for one, other in pairs)


@pytest.mark.parametrize(
    ("visibility", "readers"), [("everyone", None), ("workspace", ["ana"]), ("public", []), ("", None)]
)
def test_an_audience_that_is_malformed_is_not_stored(
    cast: Cast, visibility: str, readers: list[str] | None
) -> None:
    with pytest.raises(DatabaseError, match="audiences_readers_of_members"), transaction.atomic():
        AudienceFactory.create(conversation=cast.board, visibility=visibility, readers=readers)


def test_a_set_of_audiences_is_stored_once_in_whatever_order(cast: Cast) -> None:
    one, two = (_members(cast, [name]) for name in ("ana", "ben"))
    first = ClassFactory.create(audiences=[one, two, one])
    assert first == ClassFactory.create(audiences=[two, one])
    assert first.audience_ids == sorted((one.pk, two.pk))


@pytest.mark.usefixtures("committed")
def test_many_who_intern_the_same_at_once_get_the_same() -> None:
    room = ConversationFactory.create(kind="private_channel", members=["ana", "ben"])

    def intern(_: int) -> tuple[int | None, int]:
        try:
            audience_id = room_audience_id(room.pk)
            statement = "SELECT mesh_intern_class(%(agent_id)s::bigint, ARRAY[%(audience_id)s::bigint])"
            return audience_id, value(statement, agent_id=room.runtime_agent_id, audience_id=audience_id)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=6) as workers:
        found = set(workers.map(intern, range(24)))
    assert len(found) == 1
    assert DisclosureClass.objects.filter(runtime_agent_id=room.runtime_agent_id).count() == 1
