"""The calls of identity proofs: two runs and one code make a link, and whoever it is not for learns nothing."""

from typing import Any, Final

import pytest

from tests.api.door import SLACK, Answer, Body, Door, said_by

pytestmark = pytest.mark.django_db

TEAMS: Final[Body] = {"type": "teams", "name": "elsewhere"}
DM_ANA: Final[Body] = {"external_thread_id": "dm-ana", "kind": "direct", "members": ["ana", "mesh"]}
DM_THERE: Final[Body] = {"external_thread_id": "dm-there", "kind": "direct", "members": ["ana.there"]}
DM_OTTO: Final[Body] = {"external_thread_id": "dm-otto", "kind": "direct", "members": ["otto"]}
CONFIDENTIAL: Final = "the acquisition is called Plum"


@pytest.fixture
def door() -> Door:
    opened = Door().registers("mesh")
    assert opened.put("/connectors", TEAMS).status == 200
    opened.says("ana", DM_ANA, CONFIDENTIAL, "secret")
    return opened


def _opens(door: Door, room: Body, speaker: str, connector: Body = TEAMS) -> str:
    said = said_by(speaker, "hello", f"hello of {speaker}")
    answer = door.post("/runs", {"connector": connector, "conversation": room, "message": said})
    assert answer.status == 201, answer
    return str(answer.body["run_id"])


def _challenge(door: Door) -> str:
    run_id = _opens(door, DM_ANA, "ana", SLACK)
    answer = door.post("/identity/challenges", {"run_id": run_id})
    assert (answer.status, set(answer.body)) == (201, {"code", "expires_at"})
    return str(answer.body["code"])


def _redeem(door: Door, code: str, room: Body = DM_THERE, speaker: str = "ana.there") -> Answer:
    return door.post("/identity/links", {"run_id": _opens(door, room, speaker), "code": code})


def _found(door: Door, room: Body, requester: str, **arguments: Any) -> list[str]:  # noqa: ANN401
    run_id = _opens(door, room, requester)
    answer = door.post(f"/runs/{run_id}/tools/search_history", {"query": "acquisition Plum", **arguments})
    assert answer.status == 200
    return [hit["text"] for hit in answer.body["hits"]]


def _revoke(door: Door, link_id: str, query: str = "") -> int:
    path = f"/api/v1/identity/links/{link_id}{query}"
    return door.client.delete(path, headers={"authorization": f"Bearer {door.key}"}).status_code


def test_a_person_finds_in_their_other_dm_what_they_said_in_the_first(door: Door) -> None:
    assert _found(door, DM_THERE, "ana.there") == []
    linked = _redeem(door, _challenge(door))
    assert linked.status == 201
    assert linked.body["state"] == "live"
    assert linked.body["identities"] == [
        {"namespace": "slack:acme", "external_id": "ana"},
        {"namespace": "teams:elsewhere", "external_id": "ana.there"},
    ]
    assert _found(door, DM_THERE, "ana.there") == [CONFIDENTIAL]


def test_the_speaker_requester_finds_what_was_written_before_the_link(door: Door) -> None:
    _redeem(door, _challenge(door))
    assert _found(door, DM_THERE, "ana.there", speaker="requester") == [CONFIDENTIAL]


@pytest.mark.parametrize("side", ["here", "there", "operator"])
def test_a_link_is_revoked_by_either_side_or_an_operator_and_is_over_at_once(door: Door, side: str) -> None:
    link_id = _redeem(door, _challenge(door)).body["link_id"]
    runs = {"here": (DM_ANA, "ana", SLACK), "there": (DM_THERE, "ana.there", TEAMS)}
    query = f"?run_id={_opens(door, *runs[side])}" if side in runs else ""
    assert [_revoke(door, link_id, query) for _ in range(2)] == [204, 204]
    assert _found(door, DM_THERE, "ana.there") == []
    (listed,) = door.get("/operator/identity_links").body["data"]
    assert (listed["state"], listed["revoked_by"]) == (
        "revoked",
        "operator" if side == "operator" else "side",
    )


def test_a_reply_is_refused_when_the_link_was_revoked_since(door: Door) -> None:
    link_id = _redeem(door, _challenge(door)).body["link_id"]
    run_id = _opens(door, DM_THERE, "ana.there")
    shown = door.post(f"/runs/{run_id}/tools/search_history", {"query": "Plum"}).body["message_ids"]
    assert door.post(f"/runs/{run_id}/recheck").body["deliverable"]
    _revoke(door, link_id)
    refused = door.post(f"/runs/{run_id}/reply", {"text": "It is called Plum."})
    assert (refused.status, refused.code) == (409, "disclosure_denied")
    denied = {one["message_id"]: one["rule"] for one in refused.body["denied"]}
    assert denied == dict.fromkeys(shown, "audience")


def test_a_replay_after_a_revocation_shows_nothing(door: Door) -> None:
    link_id = _redeem(door, _challenge(door)).body["link_id"]
    path = f"/runs/{_opens(door, DM_THERE, 'ana.there')}/tools/search_history"
    first = door.post(path, {"query": "Plum"}, **{"Idempotency-Key": "call-1"})
    _revoke(door, link_id)
    again = door.post(path, {"query": "Plum"}, **{"Idempotency-Key": "call-1"})
    assert (len(first.body["hits"]), again.body["hits"], again.body["message_ids"]) == (1, [], [])
    assert CONFIDENTIAL not in str(again.body)


def test_wrong_late_used_and_foreign_codes_get_one_answer(door: Door) -> None:
    code = _challenge(door)
    _redeem(door, code)
    foreign = Door().registers("mesh")
    tries = [_redeem(door, code), _redeem(door, "0000-0000-0000"), _redeem(door, _challenge(foreign))]
    told = [{**answer.body, "request_id": ""} for answer in tries]
    assert told[0] == told[1] == told[2]
    assert (tries[0].status, tries[0].refused_fields) == (422, ["code"])


def test_somebody_who_may_see_nothing_gains_nothing_from_any_of_these_calls(door: Door) -> None:
    link_id = _redeem(door, _challenge(door)).body["link_id"]
    run_id = _opens(door, DM_OTTO, "otto")
    assert door.get(f"/runs/{run_id}/identity_links").body == {"links": []}
    assert _revoke(door, link_id, f"?run_id={run_id}") == 404
    extended = door.post("/identity/challenges", {"run_id": run_id, "extends_link_id": link_id})
    assert extended.status == 404
    assert _redeem(door, "0000-0000-0000", DM_OTTO, "otto").status == 422
    assert _found(door, DM_OTTO, "otto") == []
    assert _found(door, DM_THERE, "ana.there") == [CONFIDENTIAL]


def test_otto_who_steals_a_code_is_named_to_both_and_is_cut_off_by_ana(door: Door) -> None:
    stolen = _redeem(door, _challenge(door), DM_OTTO, "otto")
    assert stolen.body["identities"][1] == {"namespace": "teams:elsewhere", "external_id": "otto"}
    run_id = _opens(door, DM_ANA, "ana", SLACK)
    (listed,) = door.get(f"/runs/{run_id}/identity_links").body["links"]
    assert listed["identities"][1]["external_id"] == "otto"
    assert _revoke(door, listed["link_id"], f"?run_id={run_id}") == 204
    assert _found(door, DM_OTTO, "otto") == []


@pytest.mark.parametrize("change", [{"run_id": "nothing!"}, {"run_id": "00000000"}])
def test_a_run_that_is_not_there_is_not_found(door: Door, change: Body) -> None:
    assert door.post("/identity/challenges", change).status == 404
    assert door.post("/identity/links", {"code": "0000-0000-0000", **change}).status == 404
    assert _revoke(door, "00000000", f"?run_id={change['run_id']}") == 404
    assert _revoke(door, "00000000") == 404


def test_another_agents_run_is_not_found(door: Door) -> None:
    run_id = _opens(door, DM_ANA, "ana", SLACK)
    assert Door().post("/identity/challenges", {"run_id": run_id}).status == 404


def test_each_call_needs_its_scope() -> None:
    ingest, runtime = Door(scopes=("ingest",)), Door(scopes=("runtime",))
    body = {"run_id": "00000000"}
    assert [ingest.post(path, body).code for path in ("/identity/challenges", "/identity/links")] == [
        "missing_scope",
        "missing_scope",
    ]
    assert runtime.get("/operator/identity_links").code == "missing_scope"
    assert (_revoke(runtime, "00000000"), _revoke(ingest, "00000000", "?run_id=00000000")) == (403, 403)
    assert runtime.post("/actors/retire", {"connector": SLACK, "external_id": "ana"}).code == "missing_scope"


def test_links_are_listed_in_pages(door: Door) -> None:
    _redeem(door, _challenge(door))
    _redeem(door, _challenge(door), DM_OTTO, "otto")
    first = door.get("/operator/identity_links?limit=1").body
    second = door.get(f"/operator/identity_links?limit=1&after_id={first['next_after_id']}").body
    assert (first["has_more"], second["has_more"], second["next_after_id"]) == (True, False, None)
    assert first["data"][0]["link_id"] != second["data"][0]["link_id"]
    assert len(door.get("/operator/identity_links?live_only=true").body["data"]) == 2
    assert door.get("/operator/identity_links?who=ana").code == "unknown_argument"


def test_an_account_that_was_handed_on_starts_with_nothing(door: Door) -> None:
    _redeem(door, _challenge(door))
    retired = door.post("/actors/retire", {"connector": SLACK, "external_id": "ana"})
    assert retired.body == {"external_id": "ana", "generation": 2}
    run = door.opens(DM_ANA, said_by("ana", "what did I say about Plum", "new"))
    assert run["history"] == []
    found = door.post(f"/runs/{run['run_id']}/tools/search_history", {"query": "acquisition Plum"})
    assert (found.body["hits"], _found(door, DM_THERE, "ana.there")) == ([], [])


@pytest.mark.parametrize("external_id", ["nobody", "mesh", "ana\x1f1"])
def test_an_account_that_is_not_there_or_is_the_agents_is_not_retired(door: Door, external_id: str) -> None:
    body = {"connector": SLACK, "external_id": external_id}
    assert door.post("/actors/retire", body).status == (422 if "\x1f" in external_id else 404)
    assert door.post("/actors/retire", {**body, "connector": {"type": "x", "name": "y"}}).status in {404, 422}
