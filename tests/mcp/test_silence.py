"""Otto may never see anything, and over MCP he cannot even tell that there is anything."""

import json
import re
from typing import Final

import httpx
import pytest

from tests.api.door import BOARD, DM_ANA, LAUNCH, Body, Door, said_by
from tests.mcp.test_door import post, rpc
from tests.serving import Served, served

__all__ = ["served"]

pytestmark = pytest.mark.usefixtures("committed")

ELSEWHERE: Final[Body] = {"type": "teams", "name": "elsewhere"}
DM_OTTO: Final[Body] = {"external_thread_id": "dm-otto", "kind": "direct", "members": ["otto"]}
ASKING: Final = said_by("otto", "what is going on?", "q1")
CALLS: Final = [
    pytest.param({"query": "migration"}, marks=pytest.mark.privacy),
    pytest.param({"query": '"migration is"', "limit": 20}, marks=pytest.mark.privacy),
    {"query": "migratoin"},
    {"query": "migration", "speaker": "requester"},
    {"query": "migration", "limit": 99},
    {"query": "migration", "message_id": "00000000"},
]
IDS: Final = re.compile(r'(\\?"search_id\\?": ?\\?")\w{8}')


def opened(door: Door) -> str:
    """Open a run in Otto's direct message and return its token."""
    body = {"connector": ELSEWHERE, "conversation": DM_OTTO, "message": ASKING, "external_run_id": "r1"}
    return str(door.post("/runs", body).body["mcp_token"])


def everything(response: httpx.Response) -> tuple[int, str, dict[str, str]]:
    """Return all that an answer says, but for the id of the search and the clock."""
    said = {name: value for name, value in response.headers.items() if name not in {"date", "ratelimit"}}
    return response.status_code, IDS.sub(r"\1", response.text), said


@pytest.mark.parametrize("arguments", CALLS, ids=json.dumps)
def test_two_worlds_that_differ_in_what_otto_may_not_see_answer_alike(
    arguments: Body, served: Served
) -> None:
    empty, full = Door().registers("mesh"), Door().registers("mesh")
    for number, room in enumerate((LAUNCH, BOARD, DM_ANA)):
        full.says("ana", room, f"the migration is secret {number}", f"m{number}")
    fixed = {"X-Request-ID": "same", "Idempotency-Key": "call-1"}
    call = rpc(name="search_history", arguments=arguments)
    first, again = (
        [everything(post(served, opened(door), call, **fixed)) for door in (empty, full)] for _ in range(2)
    )
    assert first[0] == first[1]
    assert again[0] == again[1]
