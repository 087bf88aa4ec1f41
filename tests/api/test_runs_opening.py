"""POST /runs: the room, the message to be answered, and the history that may be shown."""

from datetime import timedelta
from typing import Any

import pytest

from conversation_search import limits
from conversation_search.managers.rooms import read_clock
from conversation_search.models import Conversation, LedgerEntry, MessageEvent, Run
from tests.api.door import BOARD, DM_ANA, LAUNCH, SLACK, Body, Door, said_by, texts
from tests.database import execute

pytestmark = pytest.mark.django_db

EXPIRE = "UPDATE runs SET expires_at = now() WHERE external_run_id = %(external_run_id)s::text"


@pytest.fixture
def door() -> Door:
    """Give a key with every scope of a new agent, whose account is `mesh`."""
    return Door().registers("mesh")


def test_a_run_is_opened_with_what_the_contract_promises(door: Door) -> None:
    said = door.says("ben", LAUNCH, "on friday", "m1")
    run = door.opens(LAUNCH, said_by("ana", "when?", "m2"))
    assert list(run) == ["run_id", "expires_at", "destination", "requester", "history", "tools", "mcp_token"]
    assert run["destination"] == {
        "visibility": "workspace",
        "namespace": "slack:acme",
        "kind": "public_channel",
    }
    assert run["requester"] == {"external_id": "ana"}
    assert run["history"] == [
        {"message_id": said, "speaker": "Ben", "when": "2026-11-30T08:00:00Z", "text": "on friday"}
    ]
    assert [tool["name"] for tool in run["tools"]] == ["search_history"]


def test_a_run_ends_one_hour_after_it_was_opened(door: Door) -> None:
    door.opens(LAUNCH)
    run = Run.objects.get(runtime_agent=door.caller.agent_id)
    assert run.expires_at - run.opened_at == limits.RUN_LIFETIME


def test_opening_updates_the_room(door: Door) -> None:
    door.opens(BOARD)
    door.opens({**BOARD, "name": "the board", "members": ["ana", "mesh"], "restricted": True})
    room = Conversation.objects.get(external_thread_id="board", runtime_agent=door.caller.agent_id)
    assert (room.name, room.members, room.restricted) == ("the board", ["ana", "mesh"], True)


def test_opening_stores_the_inbound_message_with_its_evidence(door: Door) -> None:
    door.opens(DM_ANA, said_by("ana", "when?", "m1"))
    stored = MessageEvent.objects.get(runtime_agent=door.caller.agent_id)
    assert (stored.external_message_id, stored.body) == ("m1", "when?")
    assert stored.evidence.audience.readers == ["ana"]


def test_an_inbound_message_that_was_ingested_before_is_the_same_message(door: Door) -> None:
    door.says("ana", LAUNCH, "when?", "m1")
    run = door.opens(LAUNCH, said_by("ana", "when?", "m1"))
    assert run["history"] == []
    assert MessageEvent.objects.filter(runtime_agent=door.caller.agent_id).count() == 1


def test_a_second_run_on_the_same_message_is_another_run(door: Door) -> None:
    first, second = (door.opens(LAUNCH, said_by("ana", "when?", "m1")) for _ in range(2))
    assert first["run_id"] != second["run_id"]


def test_a_run_without_a_message_has_no_requester(door: Door) -> None:
    door.says("ben", LAUNCH, "on friday", "m1")
    run = door.opens(LAUNCH)
    assert run["requester"] is None
    assert texts(run) == ["on friday"]


@pytest.mark.privacy
def test_a_join_that_the_opening_tells_hides_what_was_said_before(door: Door) -> None:
    door.says("ana", DM_ANA, "just between us", "m1")
    assert texts(door.opens(DM_ANA)) == ["just between us"]
    assert texts(door.opens({**DM_ANA, "members": ["ana", "ben", "mesh"]})) == []


@pytest.mark.privacy
def test_a_requester_who_is_not_listed_counts_as_a_reader(door: Door) -> None:
    door.says("ana", BOARD, "the numbers are in", "m1")
    assert texts(door.opens(BOARD, said_by("cleo", "what did I miss?", "m2"))) == []


@pytest.mark.parametrize(("wanted", "shown"), [(0, 0), (2, 2), (None, 3), (500, 3)])
def test_the_window_is_as_long_as_asked(door: Door, wanted: int | None, shown: int) -> None:
    for number in range(3):
        door.says("ana", LAUNCH, f"line {number}", f"m{number}")
    assert texts(door.opens(LAUNCH, history_window=wanted)) == [f"line {n}" for n in range(3)][3 - shown :]


def test_the_window_is_on_the_ledger_in_its_order_and_revision(door: Door) -> None:
    for number in range(3):
        door.says("ana", LAUNCH, f"line {number}", f"m{number}")
    run = door.opens(LAUNCH)
    entries = LedgerEntry.objects.filter(run__runtime_agent=door.caller.agent_id).order_by("position")
    ids = door.caller.public_ids
    assert [ids.encode("message", entry.message_event_id) for entry in entries] == [
        message["message_id"] for message in run["history"]
    ]
    assert {(entry.source, entry.revision) for entry in entries} == {("window", 1)}


def test_a_long_message_is_in_the_window_whole(door: Door) -> None:
    door.says("ana", LAUNCH, "word " * 200_000, "m1")
    assert texts(door.opens(LAUNCH)) == ["word " * 200_000]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"history_window": 501}, "history_window"),
        ({"history_window": -1}, "history_window"),
        ({"history_window": "30"}, "history_window"),
        ({"history_window": True}, "history_window"),
        ({"external_run_id": ""}, "external_run_id"),
        ({"external_run_id": " r1"}, "external_run_id"),
        ({"external_run_id": "r\u0000"}, "external_run_id"),
        ({"audience": "public"}, "audience"),
        ({"requester": "ben"}, "requester"),
        ({"message": {"text": "when?"}}, "message.external_message_id"),
        ({"conversation": {"external_thread_id": "launch", "kind": "secret"}}, "conversation.kind"),
        ({"connector": {"type": "Slack", "name": "acme"}}, "connector.type"),
    ],
)
def test_a_body_that_is_not_an_opening_is_refused_by_field(
    door: Door, wrong: dict[str, Any], field: str
) -> None:
    answer = door.post("/runs", {"connector": SLACK, "conversation": LAUNCH} | wrong)
    assert (answer.status, answer.media_type) == (422, "application/problem+json")
    assert field in answer.refused_fields
    assert not Run.objects.filter(runtime_agent=door.caller.agent_id).exists()


def test_a_message_of_another_sender_opens_nothing(door: Door) -> None:
    door.says("ben", LAUNCH, "on friday", "m1")
    answer = door.tries_to_open({**LAUNCH, "name": "renamed"}, said_by("ana", "on friday", "m1"))
    assert (answer.status, answer.body["errors"][0]["code"]) == (422, "sender_mismatch")
    assert Conversation.objects.get(runtime_agent=door.caller.agent_id).name == "launch"


def test_a_deleted_message_cannot_be_answered(door: Door) -> None:
    message_id = door.says("ana", LAUNCH, "when?", "m1")
    door.delete(message_id)
    answer = door.tries_to_open(LAUNCH, said_by("ana", "when?", "m1"))
    assert (answer.status, answer.body["errors"][0]["code"]) == (422, "deleted")


def test_a_message_that_is_too_large_opens_nothing(door: Door) -> None:
    answer = door.tries_to_open(LAUNCH, said_by("ana", "a" * (limits.MESSAGE_BYTES + 1), "m1"))
    assert (answer.status, answer.code) == (413, "too_large")
    assert not Run.objects.filter(runtime_agent=door.caller.agent_id).exists()


def test_a_message_of_the_future_opens_nothing(door: Door) -> None:
    answer = door.tries_to_open(LAUNCH, said_by("ana", "when?", "m1", sent_at="2099-01-01T00:00:00Z"))
    assert (answer.status, answer.code) == (422, "invalid_argument")


@pytest.mark.parametrize("sender", [{"external_id": "mesh"}, {"external_id": "bot", "is_agent": True}])
def test_the_agent_does_not_answer_itself(door: Door, sender: dict[str, Any]) -> None:
    answer = door.tries_to_open(LAUNCH, said_by("mesh", "on friday", "m1", sender=sender))
    assert (answer.status, answer.refused_fields) == (422, ["message.sender"])
    assert not MessageEvent.objects.filter(runtime_agent=door.caller.agent_id).exists()


def test_a_repeat_with_the_same_external_run_id_is_the_same_run(door: Door) -> None:
    door.says("ben", LAUNCH, "on friday", "m1")
    first, second = (
        door.opens(LAUNCH, said_by("ana", "when?", "m2"), external_run_id="r1") for _ in range(2)
    )
    assert first == second
    assert Run.objects.filter(runtime_agent=door.caller.agent_id).count() == 1


def test_a_repeat_shows_what_is_allowed_now_as_it_reads_now(door: Door) -> None:
    gone, kept = door.says("ben", LAUNCH, "my key is plum", "m1"), door.says("ben", LAUNCH, "fryday", "m2")
    door.opens(LAUNCH, external_run_id="r1")
    door.delete(gone)
    assert door.says("ben", LAUNCH, "friday", "m2", edited_at="2026-11-30T10:00:00Z") == kept
    door.says("ben", LAUNCH, "said since", "m3")
    assert texts(door.opens(LAUNCH, external_run_id="r1")) == ["friday"]


def test_a_repeat_is_equal_where_its_message_was_known_with_another_time_before(door: Door) -> None:
    door.says("ana", LAUNCH, "when?", "m1", sent_at="2026-11-30T08:59:59+01:00")
    first, second = (
        door.opens(LAUNCH, said_by("ana", "when?", "m1"), external_run_id="r1") for _ in range(2)
    )
    assert first == second


@pytest.mark.privacy
def test_a_repeat_does_not_undo_a_join_that_was_told_since(door: Door) -> None:
    door.says("ana", DM_ANA, "just between us", "m1")
    assert texts(door.opens(DM_ANA, external_run_id="r1")) == ["just between us"]
    joined = {**DM_ANA, "members": ["ana", "ben", "mesh"]}
    door.put("/conversations", {"connector": SLACK, "conversation": joined})
    assert texts(door.opens(DM_ANA, external_run_id="r1")) == []


@pytest.mark.privacy
def test_a_repeat_may_tell_of_a_join_itself(door: Door) -> None:
    door.says("ana", DM_ANA, "just between us", "m1")
    door.opens(DM_ANA, external_run_id="r1")
    assert texts(door.opens({**DM_ANA, "members": ["ana", "ben", "mesh"]}, external_run_id="r1")) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"connector": {"type": "slack", "name": "other"}}, "connector"),
        ({"conversation": BOARD}, "conversation.external_thread_id"),
        ({"message": said_by("ben", "when?", "m1")}, "message.sender.external_id"),
        ({"message": said_by("ana", "when?", "m2")}, "message.external_message_id"),
        ({"message": said_by("ana", "and where?", "m1")}, "message.text"),
        (
            {"message": said_by("ana", "when?", "m1", sent_at="2026-11-30T09:00:01+01:00")},
            "message.sent_at",
        ),
        ({"message": None}, "message.external_message_id"),
        ({"history_window": 5}, "history_window"),
    ],
)
def test_a_repeat_that_differs_is_refused_by_field(door: Door, change: dict[str, Any], field: str) -> None:
    body = {
        "connector": SLACK,
        "conversation": LAUNCH,
        "message": said_by("ana", "when?", "m1"),
        "external_run_id": "r1",
    }
    assert door.post("/runs", body).status == 201
    answer = door.post("/runs", body | change)
    assert (answer.status, answer.code) == (422, "invalid_argument")
    assert field in answer.refused_fields


def test_a_repeat_of_a_run_that_has_ended_is_told_so(door: Door) -> None:
    run = door.opens(LAUNCH, external_run_id="r1")
    door.opens(LAUNCH, external_run_id="r2")
    door.post(f"/runs/{run['run_id']}/reply", {"text": "on friday"})
    execute(EXPIRE, external_run_id="r2")
    for external_run_id in ("r1", "r2"):
        answer = door.tries_to_open(LAUNCH, external_run_id=external_run_id)
        assert (answer.status, answer.code) == (409, "run_closed")


def test_the_same_external_run_id_of_another_agent_is_another_run(door: Door) -> None:
    first, other = door.opens(LAUNCH, external_run_id="r1"), Door()
    second = other.opens(BOARD, external_run_id="r1")
    runs = {
        of.caller.public_ids.decode("run", opened["run_id"])
        for of, opened in ((door, first), (other, second))
    }
    assert Run.objects.filter(pk__in=runs, external_run_id="r1").count() == 2


@pytest.mark.privacy
def test_what_may_not_be_shown_changes_nothing_of_what_a_run_is_opened_with(door: Door) -> None:
    plain, joined = Door().registers("mesh"), {**BOARD, "members": ["ana", "ben", "cleo", "mesh"]}
    newest = (read_clock() + timedelta(minutes=1)).isoformat()
    for number in range(40):
        door.says("ana", BOARD, f"secret {number}", f"s{number}", sent_at=newest)
    for world in (plain, door):
        world.put("/conversations", {"connector": SLACK, "conversation": joined})
    sent_at = read_clock().isoformat()
    for world in (plain, door):
        for number in range(3):
            world.says("ben", joined, f"line {number}", f"m{number}", sent_at=sent_at)
    door.says("mesh", joined, "an echo that nobody knows", "e1")
    opened = [
        world.opens(joined, said_by("cleo", "hello?", "q1"), history_window=3) for world in (plain, door)
    ]
    assert [without_ids_and_clock(run) for run in opened[:1]] == [
        without_ids_and_clock(run) for run in opened[1:]
    ]
    assert texts(opened[1]) == ["line 0", "line 1", "line 2"]


def without_ids_and_clock(run: Body) -> Body:
    """Return an opened run without what differs between any two."""
    history = [{**message, "message_id": None} for message in run["history"]]
    return {**run, "run_id": None, "expires_at": None, "mcp_token": None, "history": history}
