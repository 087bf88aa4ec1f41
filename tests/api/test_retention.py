"""Holds and retention by the API of operators: steps and second person as on the pages, ids and figures only."""

import pytest

from conversation_search.models import AccessLogEntry
from tests.api.door import DM_ANA, LAUNCH, SLACK, Body, Door

pytestmark = pytest.mark.django_db

WHY = "case 12 of the regional court"
PLUM = "the acquisition is called Plum"
ROOM: Body = {"connector": SLACK, "external_thread_id": "launch"}


@pytest.fixture
def door() -> Door:
    return Door().registers("mesh")


@pytest.fixture
def second(door: Door) -> Door:
    """Give another key of the same agent."""
    return Door(door.slug)


def place(door: Door, **named: object) -> Body:
    """Place a hold."""
    answer = door.post("/operator/holds", {"reason": WHY, **named})
    assert answer.status == 201
    return answer.body


def test_a_hold_is_placed_read_and_listed(door: Door) -> None:
    door.says("ana", LAUNCH, PLUM, "plum")
    placed = place(door, room=ROOM, sent_from="2020-01-01T00:00:00Z")
    assert (placed["state"], placed["covered"], placed["placed_by"]) == ("stands", 1, door.key[:12])
    assert door.get(f"/operator/holds/{placed['hold_id']}").body == placed
    listed = door.get("/operator/holds").body
    assert [one["hold_id"] for one in listed["data"]] == [placed["hold_id"]]
    assert "Plum" not in str([placed, listed])


def test_a_platform_is_told_nothing_of_a_hold(door: Door) -> None:
    free, held = door.says("ana", DM_ANA, PLUM, "m1"), door.says("ana", LAUNCH, PLUM, "m2")
    placed = place(door, room=ROOM)
    answers = [door.client.delete(f"/api/v1/messages/{one}", headers=_headers(door)) for one in (free, held)]
    assert answers[0].status_code == answers[1].status_code
    assert answers[0].content == answers[1].content
    assert door.get(f"/operator/holds/{placed['hold_id']}").body["kept"] == 1


def test_a_release_takes_two_keys(door: Door, second: Door) -> None:
    hold = f"/operator/holds/{place(door)['hold_id']}"
    assert door.post(f"{hold}/release", {"reason": WHY}).body["state"] == "release_asked"
    refused = door.post(f"{hold}/decide", {"reason": WHY, "decision": "release"})
    assert (refused.status, refused.code) == (409, "out_of_turn")
    released = second.post(f"{hold}/decide", {"reason": WHY, "decision": "release"}).body
    assert released["state"] == "released"
    assert [event["kind"] for event in released["events"]] == ["placed", "release_asked", "released"]
    assert door.post(f"{hold}/release", {"reason": WHY}).code == "out_of_turn"


def test_a_release_is_refused(door: Door, second: Door) -> None:
    hold = f"/operator/holds/{place(door)['hold_id']}"
    door.post(f"{hold}/release", {"reason": WHY})
    assert second.post(f"{hold}/decide", {"reason": WHY, "decision": "refuse"}).body["state"] == "stands"


def test_a_person_is_held_by_their_account(door: Door) -> None:
    door.says("ana", LAUNCH, PLUM, "plum")
    door.says("ben", LAUNCH, "hello", "hello")
    placed = place(door, person={"connector": SLACK, "external_id": "ana"})
    assert placed["covered"] == 1
    assert placed["person_id"] is not None


def test_holds_are_paged(door: Door) -> None:
    first, second, third = (place(door)["hold_id"] for _ in range(3))
    page = door.get("/operator/holds?limit=2").body
    assert [one["hold_id"] for one in page["data"]] == [third, second]
    rest = door.get(f"/operator/holds?limit=2&after_id={page['next_after_id']}").body
    assert ([one["hold_id"] for one in rest["data"]], rest["has_more"]) == ([first], False)


def test_a_change_is_previewed_asked_for_and_saved_by_two_keys(door: Door, second: Door) -> None:
    door.says("ana", LAUNCH, PLUM, "plum")
    policy = {"kind": "lifetime", "room": ROOM, "days": 1}
    assert door.post("/operator/retention/preview", policy).body["would_expire"] == 1
    asked = door.post("/operator/retention/changes", {**policy, "reason": WHY})
    assert (asked.status, asked.body["state"], asked.body["would_expire"]) == (201, "waiting", 1)
    decide = f"/operator/retention/changes/{asked.body['change_id']}/decide"
    assert door.post(decide, {"reason": WHY, "decision": "save"}).code == "out_of_turn"
    assert second.post(decide, {"reason": WHY, "decision": "save"}).body["state"] == "saved"
    told = door.get("/operator/retention").body
    assert [(one["scope"], one["days"]) for one in told["policies"]] == [("room", 1)]
    assert (told["lag"]["expired"], told["changes"][0]["state"], told["runs"]) == (1, "saved", [])


def test_a_policy_of_a_connector_and_of_the_agent_is_asked_for(door: Door) -> None:
    door.says("ana", LAUNCH, PLUM, "plum")
    for scope, named in (("connector", {"connector": SLACK}), ("agent", {})):
        change = {"kind": "legal_minimum", "days": 90, "reason": WHY, **named}
        assert door.post("/operator/retention/changes", change).body["scope"] == scope


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "lifetime", "days": 0},
        {"kind": "lifetime", "days": 36_501},
        {"kind": "lifetime", "days": "30"},
        {"kind": "legal_minimum"},
        {"kind": "lifetime", "days": 3, "removes": True},
        {"kind": "lifetime", "days": 3, "room": ROOM, "connector": SLACK},
        {"kind": "lifetime", "days": 3, "colour": "red"},
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(door: Door, wrong: Body) -> None:
    assert door.post("/operator/retention/preview", wrong).status == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": "short"},
        {"reason": WHY, "sent_from": "2026-02-01T00:00:00Z", "sent_before": "2026-02-01T00:00:00Z"},
        {"reason": WHY, "everything": True},
    ],
)
def test_a_hold_that_makes_no_sense_is_refused(door: Door, wrong: Body) -> None:
    assert door.post("/operator/holds", wrong).status == 422


def test_what_is_of_another_agent_is_not_found(door: Door) -> None:
    hold_id = place(door)["hold_id"]
    other = Door().registers("mesh")
    tries = [
        other.get(f"/operator/holds/{hold_id}"),
        other.post(f"/operator/holds/{hold_id}/release", {"reason": WHY}),
        door.get("/operator/holds/00000000"),
        door.post("/operator/holds", {"reason": WHY, "room": ROOM}),
        door.post("/operator/retention/changes/00000000/decide", {"reason": WHY, "decision": "save"}),
    ]
    assert {(one.status, one.code) for one in tries} == {(404, "not_found")}


def test_only_operators_may(door: Door) -> None:
    runtime = Door(door.slug, scopes=("runtime", "ingest"))
    tries = [runtime.get("/operator/holds"), runtime.get("/operator/retention")]
    tries += [runtime.post("/operator/holds", {"reason": WHY})]
    assert {one.code for one in tries} == {"missing_scope"}


def test_every_act_lands_in_the_access_log(door: Door) -> None:
    hold_id = place(door)["hold_id"]
    door.post(f"/operator/holds/{hold_id}/release", {"reason": WHY})
    door.get("/operator/retention")
    actions = AccessLogEntry.objects.filter(who=door.key[:12]).order_by("id").values_list("action", flat=True)
    assert list(actions) == ["place_hold", "ask_release", "read_retention"]


def _headers(door: Door) -> dict[str, str]:
    return {"authorization": f"Bearer {door.key}"}


def test_a_reason_with_characters_that_cannot_be_stored_is_stored_without_them(door: Door) -> None:
    assert place(door, reason=f"{WHY}\x00")["reason"] == f"{WHY}\N{REPLACEMENT CHARACTER}"
