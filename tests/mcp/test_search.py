"""The tool over MCP: the same answer as over the API, from the run of the token."""

import json
from typing import Any

import pytest

from conversation_search.api.schemas.search import SearchResult
from conversation_search.runs.tool_schema import describe_tools
from tests.api.door import Door
from tests.database import execute, value
from tests.mcp.asking import call, listed, opened, speak, text_of
from tests.serving import Served, served

__all__ = ["served"]

pytestmark = pytest.mark.usefixtures("committed")

ROWS = "SELECT count(*) FROM conversation_search_events WHERE runtime_agent_id = %(agent)s::bigint"
SEARCHES = """
INSERT INTO conversation_search_events (
    runtime_agent_id, run_id, duration_ms, status, query_digest, filters, destination, selected, neighbour_ids,
    matched, exclusions, ceiling_reached, ranking, degraded
)
SELECT run.runtime_agent_id, run.id, 1, 'ok', '', '{}', '{}', '[]', '[]', 0, '{}', false, 'exhaustive', '[]'
FROM runs AS run, generate_series(1, 120) WHERE run.id = %(run)s::bigint
"""


def test_the_tool_is_described_as_in_every_other_dialect(served: Served) -> None:
    (tool,) = listed(served, opened(Door())["mcp_token"])
    wire: dict[str, Any] = tool.model_dump(by_alias=True, exclude_none=True)
    (described,) = [one for one in describe_tools("mcp") if one["name"] == tool.name]
    assert {name: wire[name] for name in described} == described


def test_the_tool_says_what_it_answers_and_that_it_reads_a_closed_world(served: Served) -> None:
    (tool,) = listed(served, opened(Door())["mcp_token"])
    wire: dict[str, Any] = tool.model_dump(by_alias=True, exclude_none=True)
    assert wire["outputSchema"] == SearchResult.model_json_schema()
    assert wire["annotations"] == {"readOnlyHint": True, "openWorldHint": False}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_result_is_structured_and_the_same_json_is_its_text(mode: str, served: Served) -> None:
    token = opened(Door())["mcp_token"]
    result = speak(
        served, token, lambda client: client.call_tool("search_history", {"query": "migration"}), mode
    )
    assert not result.is_error
    assert json.loads(text_of(result)) == result.structured_content
    assert list(json.loads(text_of(result)))[:3] == ["status", "message_ids", "count"]
    SearchResult.model_validate(result.structured_content, strict=True)


@pytest.mark.privacy
def test_what_may_not_be_shown_in_the_run_is_not_shown_over_mcp(served: Served) -> None:
    token = opened(Door())["mcp_token"]
    text = text_of(call(served, token, {"query": "migration"}))
    assert "on friday" in text
    assert "is late" not in text


@pytest.mark.parametrize(
    "arguments", [{"run_id": "00000000"}, {"perspective": "other"}, {"audience": "public"}]
)
def test_run_and_perspective_are_never_arguments(arguments: dict[str, str], served: Served) -> None:
    result = call(served, opened(Door())["mcp_token"], {"query": "migration", **arguments})
    assert result.is_error
    assert "unknown_argument" in text_of(result)


def test_what_is_found_over_mcp_is_what_the_reply_is_built_on(served: Served) -> None:
    door = Door()
    run = opened(door)
    shown = json.loads(text_of(call(served, run["mcp_token"], {"query": "migration"})))["message_ids"]
    stored = door.post(f"/runs/{run['run_id']}/reply", {"text": "on friday"}).body
    assert shown == stored["history_message_ids"]


def test_a_search_over_mcp_leaves_its_audit_row(served: Served) -> None:
    door = Door()
    result = call(served, opened(door)["mcp_token"], {"query": "migration"})
    row = door.get(f"/operator/searches/{json.loads(text_of(result))['search_id']}").body
    assert (row["status"], row["exclusions"]["audience"]) == ("ok", 1)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "query: This field is required."),
        ({"query": "migration", "limit": 21}, "limit: Input should be less than or equal to 20"),
        ({"query": "migration", "after": "soon"}, "after: Write a date (2031-03-10, midnight UTC)"),
    ],
)
def test_what_the_model_can_mend_is_told_as_an_error_it_reads_and_audited(
    arguments: dict[str, Any], told: str, served: Served
) -> None:
    door = Door()
    result = call(served, opened(door)["mcp_token"], arguments)
    assert (result.is_error, result.structured_content) == (True, None)
    assert told in text_of(result)
    assert value(ROWS, agent=door.caller.agent_id) == 1


def test_a_run_that_is_over_is_told_as_an_error_and_not_as_an_empty_result(served: Served) -> None:
    door = Door()
    run = opened(door)
    door.post(f"/runs/{run['run_id']}/reply", {"text": "on friday"})
    result = call(served, run["mcp_token"], {"query": "migration"})
    assert result.is_error
    assert "run_closed" in text_of(result)


def test_a_run_that_has_searched_too_often_is_told_to_answer(served: Served) -> None:
    door = Door()
    run = opened(door)
    execute(SEARCHES, run=door.caller.public_ids.decode("run", run["run_id"]))
    result = call(served, run["mcp_token"], {"query": "migration"})
    assert result.is_error
    assert "Answer with what it was shown" in text_of(result)
