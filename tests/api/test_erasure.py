"""The operator's calls of an erasure: asked for with one key, approved with another, and a receipt of it."""

import hashlib
import json
from io import StringIO

import pytest
from django.core.management import call_command

from conversation_search.models import Actor, Conversation
from tests.api.door import LAUNCH, Answer, Body, Door
from tests.database import column
from tests.erasure.asked import REASON

SAID = "my key is plumquat"


@pytest.fixture
def door(committed: None) -> Door:
    """Give a key with every scope of a new agent, whose account is `mesh`."""
    assert committed is None
    return Door().registers("mesh")


@pytest.fixture
def second(door: Door) -> Door:
    """Give another operator's key of the same agent."""
    return Door(door.slug, ("operator",))


def ask(door: Door, **body: object) -> Answer:
    """Ask for an erasure."""
    return door.post("/operator/erasures", {"kind": "message", "reason": REASON, **body})


def asked(door: Door) -> Body:
    """Say something and ask for its erasure."""
    answer = ask(door, message_id=door.says("ana", LAUNCH, SAID, "m1"))
    assert answer.status == 201, answer
    return answer.body


def decide(door: Door, erasure: Body, **body: object) -> Answer:
    """Decide on an erasure as it was read."""
    path = f"/operator/erasures/{erasure['erasure_id']}/decision"
    return door.post(path, {"approve": True, "version": erasure["version"], **body})


def run(erasure: Body) -> None:
    """Let the worker do it."""
    call_command("run_erasures", "--request", erasure["reference"], stdout=StringIO())


def test_an_erasure_is_asked_for_approved_by_another_key_executed_and_receipted(
    door: Door, second: Door
) -> None:
    erasure = asked(door)
    assert (erasure["status"], erasure["meant"]) == ("waiting", 1)
    assert decide(second, erasure).body["status"] == "approved"
    run(erasure)
    shown = second.get(f"/operator/erasures/{erasure['erasure_id']}").body
    assert (shown["status"], shown["deleted"]["messages"]) == ("complete", 1)
    receipt = second.get(f"/operator/erasures/{erasure['erasure_id']}/receipt")
    assert (receipt.status, receipt.body["complete"]) == (200, True)
    assert receipt.body["receipt_of"] == erasure["reference"]


def test_the_key_that_asked_does_not_approve(door: Door) -> None:
    erasure = asked(door)
    assert (decide(door, erasure).status, decide(door, erasure).code) == (404, "not_found")


def test_what_was_changed_since_it_was_read_is_a_conflict(door: Door, second: Door) -> None:
    erasure = asked(door)
    path = f"/operator/erasures/{erasure['erasure_id']}/choices"
    assert door.post(path, {"item_ids": None, "choice": "erase"}).status == 200
    answer = decide(second, erasure)
    assert (answer.status, answer.code) == (409, "conflict")


def test_the_receipt_is_answered_byte_for_byte(door: Door, second: Door) -> None:
    erasure = asked(door)
    decide(second, erasure)
    run(erasure)
    verified = door.post(f"/operator/erasures/{erasure['erasure_id']}/verify").body
    assert hashlib.sha256(verified["document"].encode()).hexdigest() == verified["sha256"]
    answer = door.get(f"/operator/erasures/{erasure['erasure_id']}/receipt")
    assert answer.body == json.loads(verified["document"])


def test_there_is_no_receipt_before_it_was_executed(door: Door) -> None:
    erasure = asked(door)
    assert door.get(f"/operator/erasures/{erasure['erasure_id']}/receipt").status == 404
    assert door.post(f"/operator/erasures/{erasure['erasure_id']}/verify").code == "conflict"


def test_a_person_and_a_room_are_meant_by_their_pseudonyms(door: Door) -> None:
    door.says("ana", LAUNCH, SAID, "m1")
    ids, agent_id = door.caller.public_ids, door.caller.agent_id
    person = ids.encode("person", Actor.objects.get(runtime_agent=agent_id, external_id="ana").pk)
    room = ids.encode("room", Conversation.objects.get(runtime_agent=agent_id).pk)
    by_person = ask(door, kind="person", person_id=person).body
    by_room = ask(door, kind="conversation", conversation_id=room, before="2030-01-01T00:00:00Z").body
    assert (by_person["meant"], by_person["selector"]["people"]) == (1, [person])
    assert (by_room["meant"], by_room["selector"]["conversation"]) == (1, room)
    assert by_person["linked"] == [{"person_id": person, "included": True}]


def test_descendants_are_listed_and_chosen(door: Door) -> None:
    message = door.says("ana", LAUNCH, SAID, "m1")
    opened = door.opens(LAUNCH)
    assert door.post(f"/runs/{opened['run_id']}/reply", {"text": "your key is plumquat"}).status == 201
    erasure = ask(door, message_id=message).body
    path = f"/operator/erasures/{erasure['erasure_id']}"
    (built,) = door.get(f"{path}/descendants").body["data"]
    assert (built["kind"], built["choice"], built["withheld"]) == ("message", "keep", False)
    body = {"item_ids": [built["item_id"]], "choice": "release", "why": "it says nothing of hers"}
    assert door.post(f"{path}/choices", body).body["choices"] == {"erase": 0, "keep": 0, "release": 1}
    assert len(door.get(f"{path}/descendants?choice=release").body["data"]) == 1


def test_requests_are_listed_newest_first_and_paged(door: Door) -> None:
    first, second = asked(door)["erasure_id"], asked(door)["erasure_id"]
    page = door.get("/operator/erasures?limit=1").body
    assert ([one["erasure_id"] for one in page["data"]], page["has_more"]) == ([second], True)
    rest = door.get(f"/operator/erasures?after_id={page['next_after_id']}").body
    assert [one["erasure_id"] for one in rest["data"]] == [first]
    assert door.get("/operator/erasures?status=complete").body["data"] == []


def test_one_takes_back_what_one_asked_for(door: Door, second: Door) -> None:
    erasure = asked(door)
    path = f"/operator/erasures/{erasure['erasure_id']}/withdraw"
    assert second.post(path).status == 404
    assert door.post(path).body["status"] == "withdrawn"


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "message"},
        {"kind": "everything"},
        {"message_id": "00000000", "person_id": "00000000"},
        {"kind": "time_range"},
        {"reason": "short", "message_id": "00000000"},
        {"message_id": "00000000", "force": True},
        {"kind": "time_range", "after": "2030-01-01T00:00:00Z", "before": "2029-01-01T00:00:00Z"},
    ],
)
def test_what_means_nothing_is_refused(door: Door, body: Body) -> None:
    assert ask(door, **body).status == 422


def test_another_agents_erasure_a_missing_one_and_a_malformed_id_are_the_identical_404(door: Door) -> None:
    erasure, other = asked(door), Door()
    refused = [other.get(f"/operator/erasures/{one}") for one in (erasure["erasure_id"], "x", "00000000")]
    assert {(one.status, one.code, one.body["detail"]) for one in refused} == {
        (404, "not_found", refused[0].body["detail"])
    }


def test_operators_alone_ask_and_read(door: Door) -> None:
    erasure, other = asked(door), Door(door.slug, ("ingest", "runtime"))
    path = f"/operator/erasures/{erasure['erasure_id']}"
    for method, called in (
        ("GET", "/operator/erasures"),
        ("POST", "/operator/erasures"),
        ("GET", path),
        ("GET", f"{path}/descendants"),
        ("GET", f"{path}/receipt"),
        *(("POST", f"{path}/{one}") for one in ("linked", "choices", "decision", "withdraw", "verify")),
    ):
        assert other.call(method, called, {} if method == "POST" else None).code == "missing_scope", called


def test_every_call_is_written_down(door: Door) -> None:
    erasure = asked(door)
    door.get(f"/operator/erasures/{erasure['erasure_id']}")
    written = column(
        "SELECT action FROM access_log WHERE runtime_agent_id = %(id)s::bigint ORDER BY id",
        id=door.caller.agent_id,
    )
    assert written == ["erasure_asked", "erasure"]


def test_no_answer_carries_a_word_of_what_was_said(door: Door, second: Door) -> None:
    erasure = asked(door)
    decide(second, erasure)
    run(erasure)
    path = f"/operator/erasures/{erasure['erasure_id']}"
    answers = [door.get(one).body for one in ("/operator/erasures", path, f"{path}/receipt")]
    assert "plumquat" not in json.dumps([erasure, *answers])
