"""The whole matrix of the disclosure rule, both directions, against the oracle."""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from itertools import product
from typing import Any

import pytest

from tests.contract.oracle import KINDS, Accounts, Audience, Readers, allows
from tests.contract.rule import answers
from tests.database import row

pytestmark = pytest.mark.django_db

FLAGS = (False, True)
FEW_READERS: tuple[Readers, ...] = (None, (), ("ana",), ("ana", "ben"))
READERS: tuple[Readers, ...] = (*FEW_READERS, ("ben", "cleo"), ("ana", "ben", "cleo"))
PLACES = ((1, 1), (1, 2), (2, 3))
"""Connector and conversation: the origin's own, another room there, a room elsewhere."""
MALFORMED: dict[str, tuple[Any, ...]] = {
    "visibility": (None, "", "everyone", "Public", "members "),
    "connector": (None,),
    "conversation": (None,),
    "kind": (None, "", "channel", "DIRECT"),
    "readers": ((None,), ("ana", None), (None, "ana"), ("ANA",), ("ana ",), ("",)),
    "externally_shared": (None,),
    "restricted": (None,),
    "explicit": (None,),
    "joiners_read_history": (None,),
    "person_readers": ((None,), ((1, "ana"), None)),
}
PROVED: tuple[Accounts, ...] = (
    None,
    (),
    ((1, "ana"),),
    ((2, "ana"),),
    ((1, "ben"), (2, "ben")),
    ((2, "ben"), (1, "ana")),
)
"""What the one reader of a destination has proved to be theirs beside the account that reads there."""


def _audiences(readers: Sequence[Readers]) -> list[tuple[str, Readers]]:
    return [("public", None), ("workspace", None), *(("members", some) for some in readers)]


def _origins(readers: Sequence[Readers] = READERS) -> list[Audience]:
    return [
        Audience(visibility, 1, 1, kind, some, shared, restricted, explicit)
        for (visibility, some), kind, shared, restricted, explicit in product(
            _audiences(readers), sorted(KINDS), FLAGS, FLAGS, FLAGS
        )
    ]


def _destinations(readers: Sequence[Readers] = READERS) -> list[Audience]:
    return [
        Audience(
            visibility, connector, conversation, kind, some, shared, restricted, joiners_read_history=joiners
        )
        for (visibility, some), (connector, conversation), kind, shared, restricted, joiners in product(
            _audiences(readers), PLACES, sorted(KINDS), FLAGS, FLAGS, FLAGS
        )
    ]


def _expected(origins: Iterable[Audience], destinations: Sequence[Audience]) -> str:
    return "".join(
        "y" if allows(origin, destination) else "n" for origin in origins for destination in destinations
    )


def _disagreements(origins: Sequence[Audience], destinations: Sequence[Audience]) -> list[tuple[object, ...]]:
    answered, expected = answers(origins, destinations), _expected(origins, destinations)
    assert len(answered) == len(expected) == len(origins) * len(destinations)
    pairs = list(product(origins, destinations)) if answered != expected else []
    return [
        (*pair, got, wanted)
        for pair, got, wanted in zip(pairs, answered, expected, strict=False)
        if got != wanted
    ]


@pytest.mark.parametrize("readers", [FEW_READERS, READERS])
def test_every_pair_of_well_formed_audiences_is_decided_as_the_oracle_decides_it(
    readers: tuple[Readers, ...],
) -> None:
    assert _disagreements(_origins(readers), _destinations(readers))[:3] == []


@pytest.mark.parametrize("person_readers", PROVED)
def test_every_pair_is_decided_as_the_oracle_decides_it_whatever_the_reader_has_proved(
    person_readers: Accounts,
) -> None:
    proved = [
        replace(destination, person_readers=person_readers)
        for destination in _destinations((None, ("ana",), ("ana", "ben"), ("cleo",)))[::2]
    ]
    assert _disagreements(_origins(), proved)[:3] == []


def test_the_rule_is_not_symmetric_and_the_other_direction_is_decided_as_well() -> None:
    turned = [replace(audience, explicit=False) for audience in _destinations()[::5]]
    assert _disagreements(turned, _origins()[::3])[:3] == []


def _corrupted(audience: Audience) -> list[Audience]:
    return [replace(audience, **{name: bad}) for name, values in MALFORMED.items() for bad in values]


@pytest.mark.parametrize("visibility", ["public", "workspace", "members"])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_missing_or_unknown_field_of_either_side_is_a_no(visibility: str, kind: str) -> None:
    readers = ("ana", "ben") if visibility == "members" else None
    origins = [
        Audience(visibility, 1, 1, kind, readers, shared, restricted)
        for shared, restricted in product(FLAGS, FLAGS)
    ]
    destinations = [
        Audience(
            seen,
            1,
            conversation,
            kind,
            ("ana",) if seen == "members" else None,
            shared,
            joiners_read_history=True,
        )
        for seen, conversation, shared in product(("public", "workspace", "members"), (1, 2), FLAGS)
    ]
    broken_origins = [bad for origin in origins for bad in _corrupted(origin)]
    broken_destinations = [bad for destination in destinations for bad in _corrupted(destination)]
    assert _disagreements(broken_origins, destinations)[:3] == []
    assert _disagreements(origins, broken_destinations)[:3] == []


def test_every_field_can_be_malformed() -> None:
    assert set(MALFORMED) == {field.name for field in fields(Audience)}


def test_an_audience_that_is_missing_as_a_whole_is_a_no() -> None:
    assert row(
        """
        SELECT
            mesh_audience_allows(NULL, public_room), mesh_audience_allows(public_room, NULL),
            mesh_audience_allows(NULL, NULL)
        FROM (
            SELECT ROW('public', 1, 1, 'public_channel', NULL, false, false, false, false, NULL)::mesh_audience
        ) AS known (public_room)
        """
    ) == (False, False, False)
