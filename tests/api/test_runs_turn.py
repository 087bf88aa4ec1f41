"""The rest of a turn through the API: recheck, reply, delivered; and who may call what."""

from datetime import UTC, datetime, timedelta

import pytest

from conversation_search import limits
from conversation_search.identity.api_keys import Scope
from conversation_search.models import MessageEvent
from tests.api.door import DM_ANA, LAUNCH, SLACK, Body, Door, said_by, texts
from tests.database import execute

pytestmark = pytest.mark.django_db

JOINED: Body = {**DM_ANA, "members": ["ana", "ben", "mesh"]}
EXPIRE = "UPDATE runs SET expires_at = now() WHERE runtime_agent_id = %(agent_id)s::bigint"
CALLS = (("recheck", None), ("reply", {"text": "on friday"}), ("delivered", {"external_message_ids": ["p1"]}))


@pytest.fixture
def door() -> Door:
    """Give a key with every scope of a new agent, whose account is `mesh`."""
    return Door().registers("mesh")


def test_a_turn_from_the_message_to_the_echo_of_its_reply(door: Door) -> None:
    said = door.says("ben", LAUNCH, "on friday", "m1")
    run = f"/runs/{door.opens(LAUNCH, said_by('ana', 'when?', 'm2'))['run_id']}"
    assert door.post(f"{run}/recheck").body == {"deliverable": True, "denied": []}
    reply = door.post(f"{run}/reply", {"text": "ben said friday"})
    assert reply.status == 201
    assert list(reply.body) == ["message_id", "history_message_ids", "memory_ids"]
    assert (reply.body["history_message_ids"], reply.body["memory_ids"]) == ([said], [])
    told = door.post(f"{run}/delivered", {"external_message_ids": ["p1", "p2"]})
    assert (told.status, told.body) == (
        200,
        {"message_id": reply.body["message_id"], "external_message_ids": ["p1", "p2"]},
    )


def test_the_echo_of_a_reply_is_a_duplicate_of_it(door: Door) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    reply_id = door.post(f"/runs/{run_id}/reply", {"text": "on friday"}).body["message_id"]
    door.post(f"/runs/{run_id}/delivered", {"external_message_ids": ["p1", "p2"]})
    for part, echo in (("p1", "on"), ("p2", "friday"), ("p1", "on (edited)")):
        assert door.says("mesh", LAUNCH, echo, part) == reply_id
    assert texts(door.opens(LAUNCH)) == ["on friday"]


def test_an_echo_that_comes_before_delivery_is_told_has_no_evidence(door: Door) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    reply_id = door.post(f"/runs/{run_id}/reply", {"text": "on friday"}).body["message_id"]
    early = door.says("mesh", LAUNCH, "on friday", "p1")
    assert early != reply_id
    assert texts(door.opens(LAUNCH)) == ["on friday"]
    told = door.post(f"/runs/{run_id}/delivered", {"external_message_ids": ["p1"]})
    assert (told.status, told.body["message_id"]) == (200, reply_id)
    assert texts(door.opens(LAUNCH)) == ["on friday"]


def test_a_reply_is_in_the_next_window_as_you(door: Door) -> None:
    run = door.opens(LAUNCH, said_by("ana", "when?", "m1"))
    door.post(f"/runs/{run['run_id']}/reply", {"text": "on friday"})
    history = door.opens(LAUNCH, said_by("ana", "thanks", "m2"))["history"]
    assert [(message["speaker"], message["text"]) for message in history] == [
        ("Ana", "when?"),
        ("you", "on friday"),
    ]


def test_a_reply_never_stands_before_the_message_it_answers(door: Door) -> None:
    ahead = (datetime.now(UTC) + timedelta(minutes=4)).isoformat()
    run = door.opens(LAUNCH, said_by("ana", "when?", "m1", sent_at=ahead))
    door.post(f"/runs/{run['run_id']}/reply", {"text": "on friday"})
    question, reply = MessageEvent.objects.filter(runtime_agent=door.caller.agent_id).order_by(
        "sent_at", "id"
    )
    assert (question.body, reply.body) == ("when?", "on friday")


@pytest.mark.privacy
def test_a_join_in_the_middle_of_a_run_is_a_conflict_that_names_the_message(door: Door) -> None:
    secret = door.says("ana", DM_ANA, "just between us", "m1")
    run_id = door.opens(DM_ANA)["run_id"]
    door.put("/conversations", {"connector": SLACK, "conversation": JOINED})
    denied = [{"message_id": secret, "rule": "audience"}]
    assert door.post(f"/runs/{run_id}/recheck").body == {"deliverable": False, "denied": denied}
    answer = door.post(f"/runs/{run_id}/reply", {"text": "as you said"})
    assert (answer.status, answer.code, answer.body["denied"]) == (409, "disclosure_denied", denied)
    assert MessageEvent.objects.filter(runtime_agent=door.caller.agent_id).count() == 1


def test_a_deletion_in_the_middle_of_a_run_is_a_conflict_and_no_text_is_repeated(door: Door) -> None:
    said = door.says("ana", LAUNCH, "my key is plum", "m1")
    run_id = door.opens(LAUNCH)["run_id"]
    door.delete(said)
    answer = door.post(f"/runs/{run_id}/reply", {"text": "your key is plum"})
    assert answer.body["denied"] == [{"message_id": said, "rule": "deleted"}]
    assert "plum" not in str(answer.body)


@pytest.mark.parametrize(("call", "body"), CALLS)
def test_another_agents_run_a_missing_one_and_a_malformed_id_are_the_same_404(
    door: Door, call: str, body: Body | None
) -> None:
    foreign = Door().opens(LAUNCH)["run_id"]
    missing = door.caller.public_ids.encode("run", 2**40 - 1)
    answers = [
        door.post(f"/runs/{run_id}/{call}", body, **{"x-request-id": "same"})
        for run_id in (foreign, missing, "UPPERCAS", "short", "%00%00%00%00%00%00%00%00", "x" * 500)
    ]
    assert {answer.status for answer in answers} == {404}
    assert len({str(answer.body) for answer in answers}) == 1


@pytest.mark.parametrize(("call", "body"), CALLS[:2])
def test_a_run_that_has_its_reply_is_closed(door: Door, call: str, body: Body | None) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    assert door.post(f"/runs/{run_id}/reply", {"text": "on friday"}).status == 201
    answer = door.post(f"/runs/{run_id}/{call}", body)
    assert (answer.status, answer.code) == (409, "run_closed")


@pytest.mark.parametrize(("call", "body"), CALLS[:2])
def test_a_run_whose_hour_is_over_is_closed(door: Door, call: str, body: Body | None) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    execute(EXPIRE, agent_id=door.caller.agent_id)
    answer = door.post(f"/runs/{run_id}/{call}", body)
    assert (answer.status, answer.code) == (409, "run_closed")


@pytest.mark.parametrize(
    ("call", "body", "status", "code"),
    [
        ("recheck", {"audience": "public"}, 422, "unknown_argument"),
        ("reply", None, 422, "invalid_argument"),
        ("reply", [], 422, "invalid_argument"),
        ("reply", {}, 422, "invalid_argument"),
        ("reply", {"text": ""}, 422, "invalid_argument"),
        ("reply", {"text": "\t"}, 422, "invalid_argument"),
        ("reply", {"text": 7}, 422, "invalid_argument"),
        ("reply", {"text": "hi", "audience": "public"}, 422, "unknown_argument"),
        ("reply", {"text": "a" * (limits.REPLY_BYTES + 1)}, 413, "too_large"),
        ("delivered", {"external_message_ids": []}, 422, "invalid_argument"),
        ("delivered", {"external_message_ids": [""]}, 422, "invalid_argument"),
        ("delivered", {"external_message_ids": [" p1"]}, 422, "invalid_argument"),
        ("delivered", {"external_message_ids": ["p\u0000"]}, 422, "invalid_argument"),
        ("delivered", {"external_message_ids": ["\ud800"]}, 422, "invalid_argument"),
        ("delivered", {"external_message_ids": "p1"}, 422, "invalid_argument"),
        ("delivered", {"external_message_ids": ["p"] * (limits.DELIVERED_IDS + 1)}, 422, "invalid_argument"),
        ("delivered", {"external_message_ids": ["p1"]}, 422, "invalid_argument"),
    ],
)
def test_what_cannot_be_accepted_is_refused_and_changes_nothing(
    door: Door, call: str, body: object, status: int, code: str
) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    answer = door.post(f"/runs/{run_id}/{call}", body)
    assert (answer.status, answer.code) == (status, code)
    assert door.post(f"/runs/{run_id}/reply", {"text": "on friday"}).status == 201


def test_a_lone_surrogate_and_a_null_byte_are_stored_as_replacement_characters(door: Door) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    assert door.post(f"/runs/{run_id}/reply", {"text": "a\ud800b\u0000c"}).status == 201
    assert texts(door.opens(LAUNCH)) == ["a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"]


@pytest.mark.parametrize("scope", ["ingest", "operator"])
def test_a_turn_needs_the_runtime_scope(door: Door, scope: Scope) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    other = Door(door.slug, (scope,))
    answers = [other.tries_to_open(LAUNCH)]
    answers += [other.post(f"/runs/{run_id}/{call}", body) for call, body in CALLS]
    assert {(answer.status, answer.code) for answer in answers} == {(403, "missing_scope")}
    assert Door(door.slug, ("runtime",)).post(f"/runs/{run_id}/recheck").status == 200


def test_a_turn_needs_a_key(door: Door) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    for path in ("/runs", *(f"/runs/{run_id}/{call}" for call, _ in CALLS)):
        response = door.client.post(f"/api/v1{path}", b"{}", content_type="application/json")
        assert response.status_code == 401


def test_search_results_are_present_in_history_message_ids_on_the_resulting_reply(door: Door) -> None:
    said = door.says("ben", LAUNCH, "the migration is on friday", "m1")
    run_id = door.opens(DM_ANA, said_by("ana", "when is it?", "m2"))["run_id"]
    found = door.post(
        f"/runs/{run_id}/tools/search_history", {"query": "migration"}, **{"idempotency-key": "call-1"}
    )
    assert found.body["message_ids"] == [said]
    reply = door.post(f"/runs/{run_id}/reply", {"text": "on friday, says ben"})
    assert reply.body["history_message_ids"] == [said]
    (called,) = door.get(f"/operator/runs/{run_id}").body["tool_calls"]
    assert called["search_audit"]["search_id"] == found.body["search_id"]
    assert (
        [hit["message_id"] for hit in called["search_audit"]["selected"]] == called["message_ids"] == [said]
    )


@pytest.mark.privacy
def test_a_membership_change_between_search_and_reply_denies_what_was_found(door: Door) -> None:
    said = door.says("ana", DM_ANA, "we sell in may", "m1")
    run_id = door.opens(DM_ANA, said_by("ana", "when?", "m2"), history_window=0)["run_id"]
    assert door.post(f"/runs/{run_id}/tools/search_history", {"query": "sell"}).body["message_ids"] == [said]
    door.put("/conversations", {"connector": SLACK, "conversation": JOINED})
    answer = door.post(f"/runs/{run_id}/reply", {"text": "in may"})
    assert (answer.status, answer.body.get("denied")) == (409, [{"message_id": said, "rule": "audience"}])
