"""Every block of docs/runtime.md is executed on the running server, with models that follow a script."""

import asyncio
import re
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from django.conf import settings

from conversation_search.models import MessageEvent
from tests.api.door import DM_ANA, LAUNCH, SLACK, Door
from tests.client.scripted import RIGHT, Anthropic, Deciding, OpenAi
from tests.serving import Served, served

__all__ = ["served"]

pytestmark = pytest.mark.usefixtures("committed")

BLOCKS: Final = re.findall(
    r"```python\n(.*?)```",
    (Path(settings.BASE_DIR) / "docs/runtime.md").read_text(encoding="utf-8"),
    re.DOTALL,
)
TURN, OPENAI, ANTHROPIC, ENDING, MCP = BLOCKS
ANSWER: Final = "I found: the migration is on friday"


@pytest.fixture
def door() -> Door:
    """Give an agent to whom Ben said in #launch when the migration is."""
    door = Door().registers("mesh")
    door.says("ben", LAUNCH, "the migration is on friday", "m1")
    return door


def names(served: Served, door: Door) -> dict[str, Any]:
    """Return what the page takes as given."""
    message = {
        "external_message_id": "q1",
        "sender": {"external_id": "ana"},
        "sent_at": datetime.now(UTC),
        "text": "when is the migration?",
    }
    return {
        "address": served.address,
        "key": door.key,
        "connector": SLACK,
        "conversation": DM_ANA,
        "message": message,
        "platform": SimpleNamespace(post=lambda _: "post-1"),
    }


def run(blocks: list[str], given: dict[str, Any]) -> dict[str, Any]:
    """Execute blocks of the page, one after the other, and return what they have defined."""
    for block in blocks:
        exec(block, given)  # noqa: S102 - the page is ours
    return given


def replied(door: Door) -> list[str]:
    """Return the texts of the agent's replies."""
    bodies = MessageEvent.objects.filter(runtime_agent=door.caller.agent_id, body__startswith="I found")
    return list(bodies.values_list("body", flat=True))


def test_a_whole_turn_takes_ten_lines(served: Served, door: Door) -> None:
    done = run([TURN], {**names(served, door), "model": Deciding()})
    assert len(TURN.splitlines()) <= 10
    assert replied(door) == [ANSWER]
    assert done["reply"].history_message_ids == done["found"].message_ids


@pytest.mark.parametrize(
    ("block", "function", "model"),
    [(OPENAI, "answer_with_openai", OpenAi), (ANTHROPIC, "answer_with_anthropic", Anthropic)],
    ids=["openai", "anthropic"],
)
def test_a_turn_with_the_tools_of_a_provider(
    block: str, function: str, model: type[OpenAi | Anthropic], served: Served, door: Door
) -> None:
    provider = model()
    given = run([TURN.split("\n\n", maxsplit=1)[0], OPENAI, block], names(served, door))
    run([ENDING], {**given, "answer": given[function], "provider": provider})
    assert replied(door) == [ANSWER]
    assert "limit: Input should be less than or equal to 20" in provider.read[0]
    assert len(provider.offered) >= 1


def test_a_search_over_mcp(served: Served, door: Door) -> None:
    given = run([MCP], names(served, door))
    token = door.opens(DM_ANA)["mcp_token"]
    tools, result = asyncio.run(given["search_over_mcp"](served.address, token, RIGHT))
    assert [tool.name for tool in tools] == ["search_history"]
    assert result.structured_content["hits"][0]["text"] == "the migration is on friday"
