"""Otto may never see anything, and no call of a run tells him that there is anything."""

import re
from typing import Final

import pytest

from tests.api.door import BOARD, DM_ANA, LAUNCH, Body, Door, said_by

pytestmark = pytest.mark.django_db

TEAMS: Final[Body] = {"type": "teams", "name": "elsewhere"}
DM_THERE: Final[Body] = {"external_thread_id": "dm-there", "kind": "direct", "members": ["ana.there"]}
DM_OTTO: Final[Body] = {"external_thread_id": "dm-otto", "kind": "direct", "members": ["otto"]}
SEARCH: Final = {"query": "the acquisition is called Plum"}
NO_ID: Final = "00000000"
VOLATILE: Final = re.compile(
    r"'\w+_id': '(?:\w{8}|\w{32})'|'code': '\w{4}-\w{4}-\w{4}'|'(?:\w+_at|when)': '[^']+'|mesh_run_\S+"
    r"|'memory_ids': \['\w{8}'\]"
)
"""Ids, codes and times."""
UNEQUAL_HEADERS: Final = {"RateLimit", "X-Request-ID", "Content-Length"}
"""What counts and names the requests themselves: more were sent to fill one of the two worlds."""


def empty() -> Door:
    """Return a world in which only Otto ever spoke."""
    return Door().registers("mesh")


def full() -> Door:
    """Return a world with rooms, a memory, a grant, a link and a reply, none of them for Otto."""
    door = empty()
    for number, room in enumerate((LAUNCH, BOARD, DM_ANA)):
        door.says("ana", room, f"the acquisition is called Plum {number}", f"m{number}")
    run_id = door.opens(DM_ANA, said_by("ana", "remember Plum", "asked"))["run_id"]
    assert door.post(f"/runs/{run_id}/tool_results", {"source": "crm", "readers": ["ana"]}).status == 201
    assert door.post(f"/runs/{run_id}/tools/remember", {"text": "Plum"}).status == 201
    code = door.post("/identity/challenges", {"run_id": run_id}).body["code"]
    there = {"connector": TEAMS, "conversation": DM_THERE, "message": said_by("ana.there", code, "code")}
    linked = {"run_id": door.post("/runs", there).body["run_id"], "code": code}
    assert door.post("/identity/links", linked).status == 201
    assert door.post(f"/runs/{run_id}/reply", {"text": "Plum it is"}).status == 201
    return door


def everything(door: Door) -> list[tuple[int, str, dict[str, str]]]:
    """Make every call of a run as Otto, some of them twice, and return all that the answers say."""
    opening = {"connector": TEAMS, "conversation": DM_OTTO, "external_run_id": "r1"}
    asked = {**opening, "message": said_by("otto", "what is going on?", "q1")}
    run_id = door.post("/runs", asked).body["run_id"]
    run, once = f"/runs/{run_id}", {"Idempotency-Key": "call-1"}
    answers = [
        door.post("/runs", asked),
        door.post(f"{run}/tools/search_history", SEARCH, **once),
        door.post(f"{run}/tools/search_history", SEARCH, **once),
        door.post(f"{run}/tools/search_history", {**SEARCH, "speaker": "requester"}),
        door.post(f"{run}/tools/search_history", {**SEARCH, "run_id": NO_ID}),
        door.get(f"{run}/memories"),
        door.get(f"{run}/identity_links"),
        door.post("/identity/challenges", {"run_id": run_id}),
        door.post("/identity/challenges", {"run_id": run_id, "extends_link_id": NO_ID}),
        door.post("/identity/links", {"run_id": run_id, "code": "0000-0000-0000"}),
        door.call("DELETE", f"/identity/links/{NO_ID}?run_id={run_id}"),
        door.post(f"{run}/tool_results", {"source": "crm", "readers": ["otto"]}),
        door.post(f"{run}/tools/remember", {"text": "nothing is going on"}),
        door.get(f"{run}/memories"),
        door.post(f"{run}/recheck"),
        door.post(f"{run}/reply", {"text": "nothing"}),
        door.post(f"{run}/tools/search_history", SEARCH),
        door.get(f"{run}/memories"),
    ]
    return [
        (
            answer.status,
            VOLATILE.sub("", str(answer.body)),
            {name: told for name, told in answer.headers.items() if name not in UNEQUAL_HEADERS},
        )
        for answer in answers
    ]


@pytest.mark.privacy
def test_two_worlds_that_differ_in_what_otto_may_not_see_answer_every_call_of_a_run_alike() -> None:
    assert everything(empty()) == everything(full())


def test_the_difference_is_there_to_be_seen() -> None:
    found = []
    for door in (empty(), full()):
        run_id = door.opens(DM_ANA, said_by("ana", "what is going on?", "q1"))["run_id"]
        found.append(len(door.get(f"/runs/{run_id}/memories").body["memories"]))
    assert found == [0, 1]
