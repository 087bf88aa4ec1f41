"""Bodies that no honest runtime would send to the search tool: a clear answer, an audit row, and never a crash."""

import json
from typing import Final

import pytest
from django.conf import settings

from tests.api.door import DM_ANA, LAUNCH, Answer, Door, said_by
from tests.database import value

pytestmark = pytest.mark.django_db

COUNT: Final = "SELECT count(*) FROM conversation_search_events WHERE runtime_agent_id = %(agent_id)s::bigint"
MEGABYTE: Final = 1024 * 1024
HOSTILE: Final[dict[str, bytes]] = {
    "nothing": b"",
    "a megabyte of spaces": b" " * MEGABYTE,
    "a megabyte of query": json.dumps({"query": "a" * MEGABYTE}).encode(),
    "ten thousand words": json.dumps({"query": "word " * 10_000}).encode(),
    "ten thousand keys": json.dumps({f"k{number}": 1 for number in range(10_000)} | {"query": "a"}).encode(),
    "a megabyte of time": json.dumps({"query": "a", "after": "2" * MEGABYTE}).encode(),
    "deep lists": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"query":' * 100_000 + b"1" + b"}" * 100_000,
    "deep query": b'{"query": ' + b"[" * 500 + b"]" * 500 + b"}",
    "invalid UTF-8": b'{"query": "\xff\xfe"}',
    "UTF-16": '{"query": "a"}'.encode("utf-16"),
    "a lone surrogate": b'{"query": "\\ud800"}',
    "a lone surrogate as a key": b'{"query": "a", "\\udfff": 1}',
    "a lone surrogate as a time": b'{"query": "a", "after": "\\ud800"}',
    "NaN": b'{"query": "a", "limit": NaN}',
    "Infinity": b'{"query": "a", "limit": Infinity}',
    "a huge number": b'{"query": "a", "limit": 1' + b"0" * 4000 + b"}",
    "a number beyond all": b'{"query": "a", "limit": 1' + b"0" * 10_000 + b"}",
    "a huge exponent": b'{"query": "a", "limit": 1e999999}',
    "a long fraction": b'{"query": "a", "limit": 8.' + b"0" * 10_000 + b"}",
    "two documents": b'{"query": "a"}{"query": "b"}',
    "a trailing comma": b'{"query": "a",}',
    "a comment": b'{"query": "a" /* b */}',
    "a form": b"query=a",
    "null bytes": b"\x00" * 1000,
}
STRANGE: Final[dict[str, bytes]] = {
    "a null character": b'{"query": "acme\\u0000friday"}',
    "only a null character": b'{"query": "\\u0000"}',
    "a key that is there twice": b'{"query": "a", "query": "acme"}',
    "control characters": json.dumps({"query": "".join(map(chr, range(1, 32)))}).encode(),
    "every operator": json.dumps({"query": "a & b | !c <-> d <2> (e) :* 'f' \\ "}).encode(),
    "400 emoji": json.dumps({"query": "🎉" * 400}).encode(),
    "400 quotes": json.dumps({"query": '"' * 400}).encode(),
    "letters that grow when they are folded": json.dumps({"query": "\u337f\ufdfa\u0130" * 133}).encode(),
    "marks without letters": json.dumps({"query": "\u0301" * 400}).encode(),
    "both directions": json.dumps({"query": "\u202eacme\u202c \u2066friday\u2069"}).encode(),
    "placeholders": json.dumps({"query": "%s %(run_id)s {0} $1 ?"}).encode(),
    "SQL": json.dumps({"query": "'; DROP TABLE runs; --"}).encode(),
    "the ends of time": b'{"query": "a", "after": "0001-01-01", "before": "9999-12-31T23:59:59.999999Z"}',
    "a byte order of keys": b'{"limit": 20, "before": null, "speaker": "you", "query": "acme"}',
}


@pytest.fixture
def door() -> Door:
    """Give a key with every scope of a new agent, whose account is `mesh`."""
    return Door().registers("mesh")


@pytest.fixture
def run_id(door: Door) -> str:
    """Open a run in Ana's direct message; one message may be found."""
    door.says("ben", LAUNCH, "acme on friday", "m1")
    return str(door.opens(DM_ANA, said_by("ana", "when?", "m3"))["run_id"])


def send(door: Door, run_id: str, body: bytes, **headers: str) -> Answer:
    """Send bytes as they are."""
    response = door.client.post(
        f"/api/v1/runs/{run_id}/tools/search_history",
        body,
        content_type="application/json",
        headers={"authorization": f"Bearer {door.key}", **headers},
    )
    return Answer(response.status_code, response.headers["Content-Type"], json.loads(response.content))


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_no_model_writes_is_refused_and_audited(body: bytes, door: Door, run_id: str) -> None:
    answer = send(door, run_id, body, **{"idempotency-key": "call-1"})
    assert (answer.status, answer.media_type) == (422, "application/problem+json")
    assert answer.body["errors"]
    assert len(json.dumps(answer.body)) < 2_000_000
    assert value(COUNT, agent_id=door.caller.agent_id) == 1


@pytest.mark.parametrize("body", STRANGE.values(), ids=STRANGE.keys())
def test_what_a_model_may_write_by_mistake_is_searched(body: bytes, door: Door, run_id: str) -> None:
    answer = send(door, run_id, body, **{"idempotency-key": "call-1"})
    assert (answer.status, answer.media_type) == (200, "application/json")
    again = send(door, run_id, body, **{"idempotency-key": "call-1"})
    assert again.body == answer.body


def test_a_body_that_is_too_large_is_refused_and_audited(
    door: Door, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "DATA_UPLOAD_MAX_MEMORY_SIZE", 1000)
    answer = send(door, run_id, b'{"query": "' + b"a" * 2000 + b'"}')
    assert (answer.status, answer.code) == (413, "too_large")
    assert value(COUNT, agent_id=door.caller.agent_id) == 1


def test_no_depth_of_nesting_is_a_crash(door: Door, run_id: str) -> None:
    nested = [b"[" * depth + b"]" * depth for depth in range(840, 1000, 3)]
    statuses = {send(door, run_id, body).status for body in nested}
    statuses |= {send(door, run_id, b'{"query": ' + body + b"}").status for body in nested}
    assert statuses == {422}


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_no_other_method_searches(method: str, door: Door, run_id: str) -> None:
    answer = door.call(method, f"/runs/{run_id}/tools/search_history", {"query": "acme"})
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert value(COUNT, agent_id=door.caller.agent_id) == 0
