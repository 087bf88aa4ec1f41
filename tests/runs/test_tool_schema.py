"""The tool as models are told about it: one model, three dialects, one meaning."""

from typing import Any

import jsonschema_rs
import pytest
from pydantic import ValidationError

from conversation_search import limits
from conversation_search.retrieval.arguments import SearchHistoryArguments
from conversation_search.runs.tool_schema import DIALECTS, Dialect, describe_tools

CALLS: tuple[Any, ...] = (
    {"query": "launch"},
    {"query": "launch", "speaker": "you", "after": "2026-01-01", "before": "2026-02-01", "limit": 20},
    {},
    [],
    "launch",
    {"query": ""},
    {"query": "x" * 400},
    {"query": "x" * 401},
    {"query": 7},
    {"query": "launch", "limit": 0},
    {"query": "launch", "limit": 1},
    {"query": "launch", "limit": 21},
    {"query": "launch", "limit": "8"},
    {"query": "launch", "limit": True},
    {"query": "launch", "speaker": "ana"},
    {"query": "launch", "after": 2026},
    {"query": "launch", "agent": "another"},
    {"query": "launch", "audience": "public"},
)


def the_tool(dialect: Dialect) -> tuple[str, str, dict[str, Any]]:
    """Return name, description and parameters of the one tool, out of a dialect's own wrapping."""
    (tool,) = describe_tools(dialect)
    match dialect:
        case "openai":
            assert tool["type"] == "function"
            tool = tool["function"]
            return tool["name"], tool["description"], tool["parameters"]
        case "anthropic":
            return tool["name"], tool["description"], tool["input_schema"]
        case "mcp":
            return tool["name"], tool["description"], tool["inputSchema"]


def the_model_accepts(call: object) -> bool:
    """Tell whether the model that validates calls accepts this one."""
    try:
        SearchHistoryArguments.model_validate(call)
    except ValidationError:
        return False
    return True


def test_every_dialect_says_the_same() -> None:
    assert the_tool("openai") == the_tool("anthropic") == the_tool("mcp")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("call", CALLS, ids=repr)
def test_a_dialect_accepts_exactly_what_the_tool_accepts(dialect: Dialect, call: object) -> None:
    _, _, parameters = the_tool(dialect)
    assert jsonschema_rs.is_valid(parameters, call) is the_model_accepts(call)


def test_the_tool_offers_its_limits_and_no_perspective_audience_or_actor() -> None:
    _, _, parameters = the_tool("mcp")
    assert list(parameters["properties"]) == ["query", "speaker", "after", "before", "limit"]
    assert parameters["required"] == ["query"]
    assert parameters["properties"]["query"]["maxLength"] == limits.QUERY_CHARACTERS
    assert parameters["properties"]["limit"]["maximum"] == limits.SEARCH_LIMIT_MAX
    assert parameters["properties"]["speaker"]["enum"] == ["anyone", "requester", "you"]


def test_every_argument_is_described_to_the_model() -> None:
    name, description, parameters = the_tool("mcp")
    assert name == "search_history"
    assert description
    assert all(argument["description"] for argument in parameters["properties"].values())


def test_null_is_absence_although_it_is_not_offered() -> None:
    nothing = dict.fromkeys(("speaker", "after", "before", "limit"))
    assert SearchHistoryArguments.model_validate({"query": "launch", **nothing}) == (
        SearchHistoryArguments.model_validate({"query": "launch"})
    )
