"""PUT /connectors, /actors and /conversations answer with what is stored now."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.api.door import BOARD, SLACK, Door

pytestmark = pytest.mark.django_db
ACTOR = {"connector": SLACK, "external_id": "zoe"}


def put_room(door: Door, as_of: object = None, **room: Any) -> Any:  # noqa: ANN401
    """Describe #board and return the answer."""
    return door.put("/conversations", {"connector": SLACK, "conversation": {**BOARD, **room}, "as_of": as_of})


def test_a_connector_is_answered_as_it_is_stored() -> None:
    body = {**SLACK, "agent_account_ids": ["b", "a"], "joiners_read_history": True, "public": True}
    answer = Door().put("/connectors", body)
    assert answer.status == 200
    assert answer.body == {**body, "agent_account_ids": ["a", "b"]}


def test_an_actor_is_answered_as_it_is_stored() -> None:
    door = Door()
    door.put("/actors", {**ACTOR, "display_name": "Zoe\nZ.", "is_external": True})
    answer = door.put("/actors", {**ACTOR, "organization": "Acme"})
    assert answer.body == {
        **ACTOR,
        "display_name": "Zoe Z.",
        "organization": "Acme",
        "is_agent": False,
        "is_external": True,
    }


def test_a_room_is_answered_as_it_is_stored() -> None:
    answer = put_room(Door(), "2026-11-01T09:00:00+01:00", name="Board", restricted=True)
    assert answer.status == 200
    assert answer.body == {
        "connector": SLACK,
        "external_thread_id": "board",
        "kind": "private_channel",
        "name": "Board",
        "members": ["ana", "ben", "mesh"],
        "members_as_of": "2026-11-01T08:00:00Z",
        "externally_shared": False,
        "restricted": True,
        "applied": True,
    }


def test_an_older_listing_is_answered_as_not_applied() -> None:
    door = Door()
    put_room(door, "2026-11-02T09:00:00Z")
    older = put_room(door, "2026-11-01T09:00:00Z", members=["otto"])
    assert (older.status, older.body["applied"], older.body["members"]) == (
        200,
        False,
        ["ana", "ben", "mesh"],
    )


def test_a_new_room_without_a_kind_is_refused() -> None:
    answer = put_room(Door(), kind=None)
    assert (answer.status, answer.code, answer.refused_fields) == (
        422,
        "invalid_argument",
        ["conversation.kind"],
    )


@pytest.mark.parametrize(
    "bad",
    [
        "2026-11-01T09:00:00",
        "2026-11-01",
        "20261101T090000Z",
        "2026-11-01T09:00:00 Z",
        "2026-13-01T09:00:00Z",
        "2026-11-01T09:00:60Z",
        "yesterday",
        "",
        1_700_000_000,
        True,
        "٢٠٢٦-11-01T09:00:00Z",
        "1969-12-31T23:59:59Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-14:00",
    ],
)
def test_a_time_that_is_not_one_with_an_offset_of_the_past_is_refused(bad: object) -> None:
    answer = put_room(Door(), bad)
    assert (answer.status, answer.code, answer.refused_fields) == (422, "invalid_argument", ["as_of"])


def test_a_time_of_the_future_is_refused() -> None:
    answer = put_room(Door(), (datetime.now(UTC) + timedelta(hours=1)).isoformat())
    assert (answer.status, answer.code, answer.refused_fields) == (422, "invalid_argument", ["as_of"])


@pytest.mark.parametrize(
    "good",
    ["2026-11-01T09:00:00Z", "2026-11-01T09:00Z", "2026-11-01 09:00:00.123456+05:30", "2026-11-01t09:00:00z"],
)
def test_a_time_with_an_offset_is_taken(good: str) -> None:
    assert put_room(Door(), good).status == 200


@pytest.mark.parametrize("bad", ["", " x", "x ", "a\nb", "a\u0000b", "x" * 256, "\ud800", 7, None, ["x"]])
def test_an_id_that_cannot_be_one_is_refused_wherever_it_stands(bad: object) -> None:
    door = Door()
    assert door.put("/actors", {**ACTOR, "external_id": bad}).refused_fields == ["external_id"]
    assert put_room(door, external_thread_id=bad).refused_fields == ["conversation.external_thread_id"]
    assert put_room(door, members=["ana", bad]).refused_fields == ["conversation.members[1]"]


@pytest.mark.parametrize("bad", ["", "Slack", "a:b", "slack ", "x" * 101, "släck", None])
def test_a_connector_type_that_cannot_be_one_is_refused(bad: object) -> None:
    assert Door().put("/connectors", {**SLACK, "type": bad}).refused_fields == ["type"]
    assert Door().put("/actors", {**ACTOR, "connector": {**SLACK, "type": bad}}).refused_fields == [
        "connector.type"
    ]


@pytest.mark.parametrize("bad", ["channel", "PUBLIC_CHANNEL", "", 1])
def test_a_kind_that_is_none_of_the_four_is_refused(bad: object) -> None:
    assert put_room(Door(), kind=bad).refused_fields == ["conversation.kind"]


def test_two_agents_see_nothing_of_each_other() -> None:
    one, other = Door(), Door()
    put_room(one, name="mine")
    assert put_room(other).body["name"] is None
