"""GET /tools: the tool of a run in the dialect of a provider."""

import pytest

from conversation_search.identity.api_keys import SCOPES, Scope
from conversation_search.runs.tool_schema import DIALECTS, Dialect, describe_tools
from tests.api.door import Door

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_is_answered_ready_to_be_sent_on(dialect: Dialect) -> None:
    answer = Door().get(f"/tools?dialect={dialect}")
    assert (answer.status, answer.body) == (200, {"dialect": dialect, "tools": describe_tools(dialect)})


def test_the_dialect_is_openai_unless_told_otherwise() -> None:
    assert Door().get("/tools").body["dialect"] == "openai"


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("dialect=latin", "invalid_argument"),
        ("dialect=", "invalid_argument"),
        ("dialect=mcp&dialect=openai", "invalid_argument"),
        ("dialekt=mcp", "unknown_argument"),
    ],
)
def test_an_unknown_dialect_or_parameter_is_refused(query: str, code: str) -> None:
    answer = Door().get(f"/tools?{query}")
    assert (answer.status, answer.code) == (422, code)


@pytest.mark.parametrize("scope", SCOPES)
def test_any_key_may_ask(scope: Scope) -> None:
    assert Door(scopes=(scope,)).get("/tools").status == 200


def test_nobody_asks_without_a_key() -> None:
    assert Door().client.get("/api/v1/tools").status_code == 401
