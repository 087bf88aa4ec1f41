"""GET /operator/runs: who asked, what was shown, what was answered; ids, never text."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from conversation_search.models import LedgerEntry, MessageEvent, Run, ToolCall
from tests.api.door import BOARD, DM_ANA, LAUNCH, Body, Door, said_by
from tests.database import execute
from tests.factories import SearchEventFactory, ToolCallFactory

pytestmark = pytest.mark.django_db

DATE_RUNS = """
UPDATE runs SET opened_at = %(start)s::timestamptz + external_run_id::integer * interval '1 day'
WHERE runtime_agent_id = %(agent_id)s::bigint
"""
START = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
def door() -> Door:
    """Give a key with every scope of a new agent, whose account is `mesh`."""
    return Door().registers("mesh")


def listed(door: Door, query: str = "") -> list[str | None]:
    """Return the external ids of the runs that are listed."""
    answer = door.get(f"/operator/runs{query}")
    assert answer.status == 200, answer
    return [run["external_run_id"] for run in answer.body["data"]]


def opens_one_a_day(door: Door, *rooms: Body) -> None:
    """Open a run in each room, numbered from 0, on consecutive days."""
    for number, room in enumerate(rooms):
        door.opens(room, said_by(f"person-{number}", "hi", f"m{number}"), external_run_id=str(number))
    execute(DATE_RUNS, start=START, agent_id=door.caller.agent_id)


def the_run(door: Door) -> Run:
    """Return the one run of a door's agent."""
    return Run.objects.get(runtime_agent=door.caller.agent_id)


def test_runs_are_listed_newest_first_and_paged_without_gap_or_repeat(door: Door) -> None:
    opens_one_a_day(door, *[LAUNCH] * 5)
    seen: list[Any] = []
    query = "?limit=2"
    while True:
        page = door.get(f"/operator/runs{query}").body
        assert list(page) == ["data", "next_after_id", "has_more"]
        seen += [run["external_run_id"] for run in page["data"]]
        if not page["has_more"]:
            assert page["next_after_id"] is None
            break
        assert page["next_after_id"] == page["data"][-1]["run_id"]
        query = f"?limit=2&after_id={page['next_after_id']}"
    assert seen == ["4", "3", "2", "1", "0"]


def test_a_page_that_is_exactly_full_says_that_there_is_no_more(door: Door) -> None:
    opens_one_a_day(door, LAUNCH, LAUNCH)
    assert door.get("/operator/runs?limit=2").body["has_more"] is False


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?kind=direct", ["1"]),
        ("?kind=group_direct", []),
        ("?requester=person-2", ["2"]),
        ("?requester=nobody", []),
        ("?after=2026-05-02", ["2", "1"]),
        ("?before=2026-05-02", ["0"]),
        ("?after=2026-05-02T00:00:00Z&before=2026-05-03", ["1"]),
        ("?after=2026-05-02T00:00:01Z&before=2026-05-03T01:00:00%2B01:00", []),
    ],
)
def test_runs_are_filtered(door: Door, query: str, expected: list[str]) -> None:
    opens_one_a_day(door, LAUNCH, DM_ANA, BOARD)
    assert listed(door, query) == expected


@pytest.mark.parametrize(
    "query",
    [
        "?limit=0",
        "?limit=201",
        "?limit=x",
        "?kind=secret",
        "?after=soon",
        "?requester=",
        "?status=ok",
    ],
)
def test_a_filter_that_means_nothing_is_refused_and_never_ignored(door: Door, query: str) -> None:
    assert door.get(f"/operator/runs{query}").status == 422


def test_a_page_after_a_malformed_id_a_missing_one_or_another_agents_is_the_identical_404(door: Door) -> None:
    foreign = Door().registers("mesh").opens(LAUNCH)["run_id"]
    missing = door.caller.public_ids.encode("run", 1 << 30)
    refused = [door.get(f"/operator/runs?after_id={one}") for one in ("x", missing, foreign)]
    assert {(answer.status, answer.code, answer.body["detail"]) for answer in refused} == {
        (404, "not_found", refused[0].body["detail"])
    }


def test_a_run_is_open_then_replied_or_expired(door: Door) -> None:
    first, second = door.opens(LAUNCH)["run_id"], door.opens(LAUNCH)["run_id"]
    assert [run["status"] for run in door.get("/operator/runs").body["data"]] == ["open", "open"]
    door.post(f"/runs/{first}/reply", {"text": "hello"})
    execute(
        "UPDATE runs SET expires_at = now() WHERE runtime_agent_id = %(id)s::bigint", id=door.caller.agent_id
    )
    statuses = {run["run_id"]: run["status"] for run in door.get("/operator/runs").body["data"]}
    assert statuses == {first: "replied", second: "expired"}


def test_the_trace_of_a_run_has_its_window_its_calls_and_its_reply(door: Door) -> None:
    shown = door.says("ben", LAUNCH, "on friday", "m1")
    inbound = door.says("ana", LAUNCH, "when?", "m2")
    opened = door.opens(LAUNCH, said_by("ana", "when?", "m2"), external_run_id="r1", history_window=7)
    reply = door.post(f"/runs/{opened['run_id']}/reply", {"text": "friday"}).body
    door.post(f"/runs/{opened['run_id']}/delivered", {"external_message_ids": ["p1"]})
    trace = door.get(f"/operator/runs/{opened['run_id']}").body
    assert (trace["run_id"], trace["status"], trace["history_window"]) == (opened["run_id"], "replied", 7)
    assert trace["conversation"] == {
        "namespace": "slack:acme",
        "external_thread_id": "launch",
        "kind": "public_channel",
    }
    assert (trace["requester"], trace["inbound_message_id"]) == ({"external_id": "ana"}, inbound)
    assert (trace["window_message_ids"], trace["ledger"]["window"]) == ([shown], 1)
    assert trace["reply"]["message_id"] == reply["message_id"] == trace["reply_message_id"]
    assert trace["reply"]["history_message_ids"] == [shown]
    assert trace["reply"]["answered_message_id"] == inbound
    assert trace["reply"]["external_message_ids"] == ["p1"]
    assert trace["reply"]["has_evidence"] is True


def test_a_trace_names_the_readers_that_a_run_was_opened_for(door: Door) -> None:
    run_id = door.opens(BOARD)["run_id"]
    assert door.get(f"/operator/runs/{run_id}").body["destination"] == {
        "visibility": "members",
        "namespace": "slack:acme",
        "kind": "private_channel",
        "readers": ["ana", "ben"],
        "externally_shared": False,
        "restricted": False,
    }


def test_a_trace_shows_each_tool_call_with_its_audit_row_and_its_replays(door: Door) -> None:
    door.says("ben", LAUNCH, "on friday", "m1")
    run_id = door.opens(LAUNCH, history_window=0)["run_id"]
    run, message = the_run(door), MessageEvent.objects.get(runtime_agent=door.caller.agent_id)
    call = ToolCallFactory.create(run=run, idempotency_key="call-1")
    puts_a_hit_on_the_ledger(call, message)
    first = SearchEventFactory.create(run=run, tool_call=call, status="ok", matched=1)
    SearchEventFactory.create(run=run, tool_call=call, status="ok", replay_of=first)
    SearchEventFactory.create(run=run, status="refused", refusal="invalid_argument")
    trace = door.get(f"/operator/runs/{run_id}").body
    ids = door.caller.public_ids
    (called,) = trace["tool_calls"]
    assert (called["tool"], called["tool_call_id"]) == ("search_history", "call-1")
    assert called["message_ids"] == [ids.encode("message", message.pk)]
    assert called["search_audit"]["search_id"] == ids.encode("search", first.pk)
    assert [replay["replay_of"] for replay in called["replays"]] == [called["search_audit"]["search_id"]]
    assert [search["refusal"] for search in trace["refused_searches"]] == ["invalid_argument"]
    assert trace["ledger"] == {"window": 0, "hit": 1, "before": 0, "after": 0}


def test_a_reply_whose_source_was_deleted_is_traced_as_withheld(door: Door) -> None:
    said = door.says("ben", LAUNCH, "my key is plum", "m1")
    run_id = door.opens(LAUNCH)["run_id"]
    door.post(f"/runs/{run_id}/reply", {"text": "ben's key is plum"})
    assert door.get(f"/operator/runs/{run_id}").body["reply"]["withheld_at"] is None
    door.delete(said)
    reply = door.get(f"/operator/runs/{run_id}").body["reply"]
    assert (reply["withheld_at"] is None, reply["history_message_ids"]) == (False, [said])


def test_no_text_is_ever_in_a_list_or_a_trace(door: Door) -> None:
    door.says("ben", LAUNCH, "plum", "m1")
    run_id = door.opens(LAUNCH, said_by("ana", "plum", "m2"))["run_id"]
    door.post(f"/runs/{run_id}/reply", {"text": "plum"})
    for path in ("/operator/runs", f"/operator/runs/{run_id}"):
        assert "plum" not in json.dumps(door.get(path).body)


def test_another_agents_run_a_missing_one_and_a_malformed_id_are_the_same_404(door: Door) -> None:
    foreign = Door().opens(LAUNCH)["run_id"]
    missing = door.caller.public_ids.encode("run", 2**40 - 1)
    answers = [
        door.call("GET", f"/operator/runs/{run_id}", **{"x-request-id": "same"})
        for run_id in (foreign, missing, "UPPERCAS", "short")
    ]
    assert {answer.status for answer in answers} == {404}
    assert len({str(answer.body) for answer in answers}) == 1
    assert listed(door) == []


def test_operators_alone_read_runs(door: Door) -> None:
    run_id = door.opens(LAUNCH)["run_id"]
    other = Door(door.slug, ("ingest", "runtime"))
    for path in ("/operator/runs", f"/operator/runs/{run_id}"):
        assert (other.get(path).status, other.get(path).code) == (403, "missing_scope")
        assert Door(door.slug, ("operator",)).get(path).status == 200


def puts_a_hit_on_the_ledger(call: ToolCall, message: MessageEvent) -> None:
    """Put a message on the ledger as the first hit of a call."""
    LedgerEntry.objects.create(
        runtime_agent_id=call.runtime_agent_id,
        run_id=call.run_id,
        message_event=message,
        source="hit",
        tool_call=call,
        hit_rank=1,
        position=0,
        revision=1,
    )
