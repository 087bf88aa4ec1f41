"""Both clients on the running server: a turn, its refusals, and that they behave alike."""

import asyncio
from datetime import UTC, datetime

import pytest

from conversation_search.client import AsyncClient, Client, Retries
from conversation_search.client.answers import Reply, SearchResult
from conversation_search.client.bodies import ConnectorName, Conversation, Inbound, Message
from conversation_search.client.errors import (
    ConnectionLost,
    DisclosureDenied,
    InvalidArgument,
    NotFound,
    RunClosed,
    Unauthenticated,
)
from tests.api.door import DM_ANA, LAUNCH, Door
from tests.serving import Served, free_port, served

__all__ = ["served"]

pytestmark = pytest.mark.usefixtures("committed")

SLACK: ConnectorName = {"type": "slack", "name": "acme"}
DM: Conversation = {"external_thread_id": "dm-ana", "kind": "direct", "members": ["ana", "mesh"]}
ASKING: Inbound = {
    "external_message_id": "q1",
    "sender": {"external_id": "ana"},
    "sent_at": datetime(2026, 11, 30, 9, tzinfo=UTC),
    "text": "when?",
}


SAID: Message = {
    "connector": SLACK,
    "conversation": DM,
    "external_message_id": "q1",
    "sender": {"external_id": "ana"},
    "sent_at": "2026-11-30T09:00:00+01:00",
    "text": "when?",
}


@pytest.fixture
def door() -> Door:
    """Give an agent to whom Ben said in #launch when the migration is."""
    door = Door().registers("mesh")
    door.says("ben", LAUNCH, "the migration is on friday", "m1")
    return door


def test_a_whole_turn(served: Served, door: Door) -> None:
    with Client(served.address, door.key) as mesh:
        run = mesh.open_run(SLACK, DM, ASKING)
        found = mesh.search_history(run.run_id, {"query": "migration"}, idempotency_key="call-1")
        assert [hit.text for hit in found.hits] == ["the migration is on friday"]
        assert mesh.recheck(run.run_id).deliverable
        stored = mesh.reply(run.run_id, "on friday")
        assert stored.history_message_ids == found.message_ids
        delivered = mesh.delivered(run.run_id, ["post-1"])
    assert (delivered.message_id, delivered.external_message_ids) == (stored.message_id, ["post-1"])


def test_the_same_turn_without_waiting(served: Served, door: Door) -> None:
    async def turn() -> tuple[SearchResult, Reply]:
        async with AsyncClient(served.address, door.key) as mesh:
            run = await mesh.open_run(SLACK, DM, ASKING)
            found = await mesh.search_history(run.run_id, '{"query": "migration"}')
            return found, await mesh.reply(run.run_id, "on friday")

    found, stored = asyncio.run(turn())
    assert found.count == 1
    assert stored.history_message_ids == found.message_ids


def test_rooms_messages_and_people_are_told_and_taken_back(served: Served, door: Door) -> None:
    with Client(served.address, door.key) as mesh:
        assert mesh.put_connector(SLACK, agent_account_ids=["mesh"]).agent_account_ids == ["mesh"]
        assert mesh.put_actor(SLACK, {"external_id": "ana", "display_name": "Ana"}).display_name == "Ana"
        assert mesh.put_conversation(SLACK, DM, datetime.now(UTC)).applied
        (stored,) = mesh.post_messages([SAID]).results
        assert (stored.status, stored.evidence) == ("created", "recorded")
        mesh.delete_message(stored.message_id or "")
        assert mesh.tools("anthropic").tools[0]["name"] == "search_history"


def test_memories_and_the_grants_of_tools_belong_to_a_turn(served: Served, door: Door) -> None:
    with Client(served.address, door.key) as mesh:
        run = mesh.open_run(SLACK, DM, ASKING)
        remembered = mesh.remember(run.run_id, "Ana asks about dates.")
        assert mesh.record_tool_result(run.run_id, "calendar", ["ana"]).tool_result_id
        assert remembered.memory_id in {one.memory_id for one in mesh.memories(run.run_id).memories}
        assert mesh.reply(run.run_id, "on friday").memory_ids == [remembered.memory_id]


def test_a_refusal_is_an_exception_with_what_to_do_and_no_word_of_what_was_sent(
    served: Served, door: Door
) -> None:
    with Client(served.address, door.key) as mesh:
        run = mesh.open_run(SLACK, DM, ASKING)
        with pytest.raises(InvalidArgument) as raised:
            mesh.search_history(run.run_id, {"query": "zanzibarcanary", "limit": 99})
    assert raised.value.for_model.endswith("limit: Input should be less than or equal to 20")
    assert raised.value.problem.request_id in str(raised.value)
    assert "zanzibar" not in f"{raised.value} {raised.value!r} {raised.value.problem}"


def test_each_refusal_has_its_own_exception(served: Served, door: Door) -> None:
    with Client(served.address, door.key) as mesh:
        run = mesh.open_run(SLACK, DM, ASKING)
        mesh.reply(run.run_id, "on friday")
        with pytest.raises(RunClosed):
            mesh.reply(run.run_id, "again")
        with pytest.raises(NotFound):
            mesh.recheck("nothing0")
    with Client(served.address, "mesh_wrong") as stranger, pytest.raises(Unauthenticated):
        stranger.tools("mcp")


def test_a_reply_that_may_not_be_sent_names_what_it_would_disclose(served: Served, door: Door) -> None:
    with Client(served.address, door.key) as mesh:
        run = mesh.open_run(SLACK, DM, ASKING)
        found = mesh.search_history(run.run_id, {"query": "migration"})
        door.delete(found.message_ids[0])
        with pytest.raises(DisclosureDenied) as raised:
            mesh.reply(run.run_id, "on friday")
    assert [one.message_id for one in raised.value.problem.denied] == found.message_ids


def test_a_service_that_is_not_there_is_told_so() -> None:
    address = f"http://localhost:{free_port()}"
    twice = Retries(attempts=2, first_pause=0.01)
    with (
        Client(address, "key", retries=twice) as mesh,
        pytest.raises(ConnectionLost, match="GET /api/v1/tools"),
    ):
        mesh.tools("mcp")


def test_neither_key_nor_token_shows_in_what_is_printed(served: Served, door: Door) -> None:
    with Client(served.address, door.key) as mesh:
        run = mesh.open_run(SLACK, DM, ASKING)
    assert DM["external_thread_id"] == DM_ANA["external_thread_id"]
    assert run.mcp_token not in repr(run)
    assert door.key not in repr(mesh)
