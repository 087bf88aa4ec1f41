"""The calls of memories: what was formed in one room is shown in others only where all of it may be."""

import pytest

from tests.api.door import DM_ANA, LAUNCH, Answer, Body, Door, said_by

pytestmark = pytest.mark.django_db

DM_BEN: Body = {"external_thread_id": "dm-ben", "kind": "direct", "members": ["ben", "mesh"]}


@pytest.fixture
def door() -> Door:
    return Door().registers("mesh")


def _run(door: Door, room: Body, speaker: str, number: int = 1) -> str:
    return str(door.opens(room, said_by(speaker, "hello", f"hello-{speaker}-{number}"))["run_id"])


def _remember(door: Door, run_id: str, text: str = "the acquisition is called Plum") -> Answer:
    return door.post(f"/runs/{run_id}/tools/remember", {"text": text})


def test_a_memory_is_stored_and_shown_to_the_same_person_with_its_text(door: Door) -> None:
    stored = _remember(door, _run(door, DM_ANA, "ana"))
    assert (stored.status, set(stored.body)) == (201, {"memory_id"})
    shown = door.get(f"/runs/{_run(door, DM_ANA, 'ana', 2)}/memories")
    (memory,) = shown.body["memories"]
    assert (memory["memory_id"], memory["text"]) == (
        stored.body["memory_id"],
        "the acquisition is called Plum",
    )


def test_somebody_who_may_see_nothing_is_shown_nothing_of_it(door: Door) -> None:
    _remember(door, _run(door, DM_ANA, "ana"))
    for room, speaker in ((DM_BEN, "ben"), (LAUNCH, "ana")):
        run_id = _run(door, room, speaker)
        assert door.get(f"/runs/{run_id}/memories").body == {"memories": []}
        reply = door.post(f"/runs/{run_id}/reply", {"text": "nothing"})
        assert (reply.status, reply.body["memory_ids"]) == (201, [])


def test_a_reply_names_the_memories_it_was_built_on(door: Door) -> None:
    stored = _remember(door, _run(door, DM_ANA, "ana"))
    run_id = _run(door, DM_ANA, "ana", 2)
    door.get(f"/runs/{run_id}/memories")
    reply = door.post(f"/runs/{run_id}/reply", {"text": "Plum"})
    assert reply.body["memory_ids"] == [stored.body["memory_id"]]
    traced = door.get(f"/operator/runs/{run_id}").body
    assert traced["memories"] == {"shown": [stored.body["memory_id"]], "remembered": []}


def test_a_denied_memory_is_named_and_nothing_else_is(door: Door) -> None:
    stored = _remember(door, _run(door, DM_ANA, "ana"))
    run_id = _run(door, DM_ANA, "ana", 2)
    door.get(f"/runs/{run_id}/memories")
    joined = {**DM_ANA, "members": ["ana", "ben", "mesh"]}
    door.put("/conversations", {"connector": {"type": "slack", "name": "acme"}, "conversation": joined})
    wanted = [{"memory_id": stored.body["memory_id"], "rule": "audience"}]
    assert door.post(f"/runs/{run_id}/recheck").body["denied_memories"] == wanted
    refused = door.post(f"/runs/{run_id}/reply", {"text": "Plum"})
    assert (refused.code, refused.body["denied_memories"]) == ("disclosure_denied", wanted)
    assert "Plum" not in str(refused.body)


@pytest.mark.parametrize("body", [{}, {"text": 5}, {"text": "x", "audience": "public"}, {"text": " "}, []])
def test_nothing_but_a_text_is_taken(door: Door, body: object) -> None:
    assert door.post(f"/runs/{_run(door, DM_ANA, 'ana')}/tools/remember", body).status == 422


def test_a_text_that_is_too_long_is_refused(door: Door) -> None:
    assert _remember(door, _run(door, DM_ANA, "ana"), "x" * 4097).code == "too_large"


def test_another_agents_run_is_not_found(door: Door) -> None:
    run_id = _run(door, DM_ANA, "ana")
    assert _remember(Door(), run_id).status == Door().get(f"/runs/{run_id}/memories").status == 404
    assert _remember(Door(scopes=("ingest", "operator")), run_id).code == "missing_scope"


def test_a_reply_beyond_what_a_tool_granted_is_refused_and_names_the_result(door: Door) -> None:
    run_id = _run(door, DM_ANA, "ana")
    result = door.post(f"/runs/{run_id}/tool_results", {"source": "crm", "readers": ["ben"]})
    assert (result.status, set(result.body)) == (201, {"tool_result_id"})
    wanted = [{**result.body, "rule": "audience"}]
    assert door.post(f"/runs/{run_id}/recheck").body["denied_tool_results"] == wanted
    refused = door.post(f"/runs/{run_id}/reply", {"text": "Plum"})
    assert (refused.status, refused.body["denied_tool_results"]) == (409, wanted)


@pytest.mark.parametrize(
    "change", [{"readers": []}, {"readers": None}, {"source": ""}, {"text": "Plum"}, {"readers": [" ana"]}]
)
def test_a_result_names_its_source_and_its_readers_and_nothing_else(door: Door, change: Body) -> None:
    body = {"source": "crm", "readers": ["ana"], **change}
    assert door.post(f"/runs/{_run(door, DM_ANA, 'ana')}/tool_results", body).status == 422
