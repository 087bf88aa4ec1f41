"""The operator's view of the seal and of the index: enough to watch them, and no figure of another agent."""

import pytest

from tests.api.door import LAUNCH, Door, said_by
from tests.database import execute, value
from tests.seal import tampering
from tests.seal.sealed import newest_checkpoint, seal, verified

pytestmark = pytest.mark.django_db


@pytest.fixture
def door() -> Door:
    return Door().registers("mesh")


def searched(door: Door) -> str:
    """Search once and return the id of the search."""
    run = door.opens(LAUNCH, said_by("ana", "what was said?", "question"))
    answer = door.post(f"/runs/{run['run_id']}/tools/search_history", {"query": "said"})
    return str(answer.body["search_id"])


def test_the_newest_checkpoint_is_told(door: Door) -> None:
    searched(door)
    seal()
    told = door.get("/operator/audit_seal").body
    assert told["newest"]["number"] == str(newest_checkpoint())
    assert told["is_late"] is False
    assert set(told["newest"]) == {"number", "made_at", "key_id", "hash"}


def test_checkpoints_are_paged_newest_first(door: Door) -> None:
    for _ in range(3):
        searched(Door().registers("mesh"))
        seal()
    first = door.get("/operator/audit_seal/checkpoints?limit=2").body
    assert [one["number"] for one in first["data"]] == [
        str(newest_checkpoint()),
        str(newest_checkpoint() - 1),
    ]
    assert (first["has_more"], first["next_after_id"]) == (True, str(newest_checkpoint() - 1))
    second = door.get(f"/operator/audit_seal/checkpoints?limit=2&after_id={first['next_after_id']}").body
    assert second["data"][0]["number"] == str(newest_checkpoint() - 2)


@pytest.mark.parametrize("after_id", ["x", "-1", "9" * 19, "1.0"])
def test_a_place_that_is_none_is_not_found(door: Door, after_id: str) -> None:
    assert door.get(f"/operator/audit_seal/checkpoints?after_id={after_id}").status == 404


def test_a_verification_is_told_without_row_numbers(door: Door) -> None:
    searched(door)
    seal()
    tampering.alter(value("SELECT max(id) FROM conversation_search_events"))
    verified()
    newest = door.get("/operator/audit_seal/verifications").body["data"][0]
    assert newest["is_sound"] is False
    assert newest["finding"] == {
        "kind": "altered",
        "stream": "conversation_search_events",
        "checkpoint": str(newest_checkpoint()),
    }


def test_a_search_is_found_in_the_seal_by_its_own_agent_alone(door: Door) -> None:
    search_id = searched(door)
    path = f"/operator/searches/{search_id}/seal"
    assert door.get(path).body == {"search_id": search_id, "checkpoint": None}
    seal()
    assert door.get(path).body["checkpoint"]["number"] == str(newest_checkpoint())
    assert Door().get(path).status == 404


def test_the_index_of_the_own_agent_is_told(door: Door) -> None:
    door.says("ana", LAUNCH, "hello", "one")
    Door().registers("mesh").says("ana", LAUNCH, "hello", "one")
    told = door.get("/operator/index_health").body
    assert (told["messages"], told["missing"], told["stale"], told["orphan"]) == (1, 0, 0, 0)
    execute("DELETE FROM message_search_documents")
    told = door.get("/operator/index_health").body
    assert told["missing"] == 1
    assert told["missing_since"] is not None


@pytest.mark.parametrize(
    "path",
    [
        "/operator/audit_seal",
        "/operator/audit_seal/checkpoints",
        "/operator/audit_seal/verifications",
        "/operator/searches/x/seal",
        "/operator/index_health",
    ],
)
def test_only_an_operator_may_ask(path: str) -> None:
    assert Door(scopes=("ingest", "runtime")).get(path).code == "missing_scope"
