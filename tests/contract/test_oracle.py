"""The oracle itself, sentence by sentence of the contract: what the database is compared with is not made of air."""

from dataclasses import replace

import pytest

from tests.contract.oracle import (
    Audience,
    Node,
    Person,
    Room,
    allows,
    lineage_allows,
    may_be_disclosed,
    message_allowed,
)

PUBLIC = Audience("public", kind="public_channel")
WORKSPACE = Audience("workspace", kind="public_channel")
BOARD = Audience(readers=("ana", "ben"))
DM_ANA = Audience(conversation=2, kind="direct", readers=("ana",))
DM_CLEO = Audience(conversation=3, kind="direct", readers=("cleo",))
ELSEWHERE = Audience(connector=2, conversation=4, kind="direct", readers=("ana",))
NOBODY_KNOWN = Audience(conversation=5, readers=None)
SHARED = Audience("workspace", conversation=6, kind="public_channel", externally_shared=True)


@pytest.mark.parametrize(
    ("origin", "reached"),
    [
        (PUBLIC, {"workspace", "board", "dm_ana", "dm_cleo", "elsewhere", "nobody_known", "shared"}),
        (WORKSPACE, {"workspace", "board", "dm_ana", "dm_cleo"}),
        (SHARED, {"workspace", "board", "dm_ana", "dm_cleo", "shared"}),
        (BOARD, {"board", "dm_ana"}),
        (DM_ANA, {"dm_ana"}),
        (NOBODY_KNOWN, set()),
    ],
)
def test_each_origin_reaches_what_the_table_says(origin: Audience, reached: set[str]) -> None:
    destinations = {
        "workspace": WORKSPACE,
        "board": BOARD,
        "dm_ana": DM_ANA,
        "dm_cleo": DM_CLEO,
        "elsewhere": ELSEWHERE,
        "nobody_known": NOBODY_KNOWN,
        "shared": SHARED,
    }
    assert {name for name, destination in destinations.items() if allows(origin, destination)} == reached


def test_restricted_text_reaches_its_own_room_alone() -> None:
    restricted = replace(WORKSPACE, restricted=True)
    assert allows(restricted, WORKSPACE)
    assert not allows(restricted, replace(WORKSPACE, conversation=9))


def test_joiners_read_a_private_channel_where_the_platform_shows_it() -> None:
    joined = replace(BOARD, readers=("ana", "ben", "cleo"), joiners_read_history=True)
    assert allows(BOARD, joined)
    assert not allows(BOARD, replace(joined, joiners_read_history=False))
    assert not allows(BOARD, replace(joined, kind="group_direct"))
    assert not allows(replace(BOARD, explicit=True), joined)


def test_nothing_missing_is_ever_allowed() -> None:
    assert not allows(None, PUBLIC)
    assert not allows(PUBLIC, None)
    assert not allows(replace(PUBLIC, restricted=None), PUBLIC)


def test_a_direct_message_is_read_by_the_one_human_who_speaks_there() -> None:
    room = Room(
        kind="direct", participants=(Person("ana", spoke_at=1), Person("mesh", is_agent=True, spoke_at=2))
    )
    assert room.origin().readers == ("ana",)
    assert room.destination(Person("ben")).readers == ("ana", "ben")


def test_a_room_that_narrowed_must_allow_its_old_text_as_it_is_now() -> None:
    private = Room(kind="private_channel", members=("ana",))
    assert may_be_disclosed(WORKSPACE, private, (DM_ANA, DM_ANA))
    assert not may_be_disclosed(WORKSPACE, private, (DM_CLEO, DM_CLEO))
    assert not may_be_disclosed(WORKSPACE, private, (DM_ANA, DM_CLEO))


def test_the_walk_denies_what_is_missing_and_ends_in_a_cycle() -> None:
    graph = {1: Node([7], by_agent=True, sources=[2]), 2: Node([7], by_agent=True, sources=[1])}
    assert lineage_allows(graph, 1, {7})
    assert not lineage_allows(graph, 1, {8})
    assert not lineage_allows({1: Node([7], by_agent=True, sources=[9])}, 1, {7})
    assert not lineage_allows({1: Node([7], by_agent=True)}, 1, {7})


def test_only_what_was_built_directly_on_a_deleted_message_is_withheld() -> None:
    graph = {
        1: Node([7], deleted=True),
        2: Node([7], by_agent=True, sources=[1]),
        3: Node([7], by_agent=True, sources=[2]),
    }
    assert [message_allowed(graph, message, {7}) for message in graph] == [False, False, True]
