"""A word that everybody says and asks for is nowhere but where messages are kept: not in a log, a trace or a figure."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import generate_latest

from conversation_search import limits
from conversation_search.ingest import messages
from conversation_search.retrieval import searcher
from mesh_project.log_format import JsonFormatter
from tests.api.door import DM_ANA, LAUNCH, SLACK, Door, said_by
from tests.search.breaking import delay_rows, refuse_rows
from tests.spans import spans

__all__ = ["spans"]

pytestmark = pytest.mark.django_db

CANARY = "zanzibarcanary"
STEM = "zanzibarcanar"
"""What is left of it whatever form it takes."""


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Give everything that any logger writes, however minor, as the service writes it."""
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(JsonFormatter())
    root, statements = logging.getLogger(), logging.getLogger("django.db.backends")
    level = root.level
    root.setLevel(logging.DEBUG)
    for logger in (root, statements):
        logger.addHandler(handler)
    yield handler.stream
    for logger in (root, statements):
        logger.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture(params=[False, True], ids=["plain", "debug"])
def door(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Door:
    """Give a key, with and without DEBUG; failures are answered as a server answers them."""
    monkeypatch.setattr(settings, "DEBUG", request.param)
    return Door(client=Client(raise_request_exception=False)).registers("mesh")


def opened(door: Door) -> str:
    """Say the canary in a channel and in Ben's direct message, and open a run whose message says it again."""
    door.says("ben", LAUNCH, f"the {CANARY} is on friday", "m1")
    dm_ben = {"external_thread_id": "dm-ben", "kind": "direct", "members": ["ben", "mesh"]}
    door.says("ben", dm_ben, f"the {CANARY} is late", "m2")
    return str(door.opens(DM_ANA, said_by("ana", f"what of the {CANARY}?", "m3"))["run_id"])


def tool(door: Door, run_id: str, body: object, **headers: str) -> None:
    """Call the tool, whatever it answers."""
    door.post(f"/runs/{run_id}/tools/search_history", body, **headers)


def answered(door: Door, run_id: str) -> None:
    """Search, read the same answer again, and reply."""
    for key in ("a", "a", "b"):
        tool(door, run_id, {"query": f'"{CANARY}" {CANARY}s'}, **{"idempotency-key": key})
    door.post(f"/runs/{run_id}/reply", {"text": CANARY})


def refused(door: Door, run_id: str) -> None:
    """Send what cannot be read, in every place that may hold a word."""
    for body in ({"query": CANARY * 90}, {CANARY: 1}, {"query": CANARY, "after": CANARY}, CANARY):
        tool(door, run_id, body)
    headers = {"authorization": f"Bearer {CANARY}", "x-request-id": f"{CANARY} ", "user-agent": CANARY}
    door.client.get(f"/api/v1/{CANARY}?{CANARY}={CANARY}", headers=headers)
    door.client.post("/api/v1/messages", f"{{{CANARY}", content_type="application/json", headers=headers)
    door.post("/messages", {"messages": [{"connector": SLACK, "text": CANARY}]})
    door.client.get("/", headers={"host": f"{CANARY}.example"})


def through_other_doors(door: Door, run_id: str) -> None:
    """Remember, grant, prove, explain and trace, with the canary wherever a text or an id is taken."""
    run = f"/runs/{run_id}"
    door.post(f"{run}/tools/remember", {"text": f"the {CANARY} is secret"})
    door.post(f"{run}/tools/remember", {"text": CANARY, CANARY: CANARY})
    door.get(f"{run}/memories")
    for readers in (["ana", CANARY], [f"{CANARY}\n"]):
        door.post(f"{run}/tool_results", {"source": CANARY, "readers": readers})
    for body in ({"run_id": run_id}, {"run_id": run_id, "extends_link_id": CANARY}, {"run_id": CANARY}):
        door.post("/identity/challenges", body)
    door.post("/identity/links", {"run_id": run_id, "code": CANARY})
    door.get(f"/runs/{CANARY}/identity_links")
    door.call("DELETE", f"/identity/links/{CANARY}?run_id={CANARY}")
    door.post("/actors/retire", {"connector": SLACK, "external_id": CANARY})
    door.post("/operator/explain", {"message_id": CANARY, "run_id": run_id})
    for path in (
        f"messages/{CANARY}/uses",
        f"searches?requester={CANARY}",
        f"identity_links?after_id={CANARY}",
    ):
        door.get(f"/operator/{path}")
    refuse_rows("memories", message=f"cannot keep {CANARY}")
    door.post(f"{run}/tools/remember", {"text": f"the {CANARY} fails"})


def failing(door: Door, run_id: str) -> None:
    """Let the database fail with the canary in its message, on a message, on a reply and on a search."""
    refuse_rows("conversation_search_events", message=f"cannot keep {CANARY}")
    tool(door, run_id, {"query": CANARY})
    door.post(f"/runs/{run_id}/reply", {"text": CANARY * 60_000})


def timed_out(door: Door, run_id: str) -> None:
    """Let a search take too long."""
    delay_rows("ledger_entries", 1)
    tool(door, run_id, {"query": CANARY})


def crashing(door: Door, run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the code fail with the canary in its hands."""

    def crash(*_: object, **__: object) -> None:
        raise ValueError(CANARY)

    monkeypatch.setattr(searcher, "find", crash)
    tool(door, run_id, {"query": CANARY})
    monkeypatch.setattr(messages, "store", crash)
    door.post(
        "/messages",
        {"messages": [{"connector": SLACK, "conversation": LAUNCH, **said_by("a", CANARY, "m9")}]},
    )


def left_behind(written: io.StringIO, spans: InMemorySpanExporter) -> str:
    """Return everything that was observed, in one piece."""
    queries = json.dumps(connection.queries_log and list(connection.queries_log), default=str)
    traced = " ".join(span.to_json() for span in spans.get_finished_spans())
    figures = generate_latest().decode()
    assert len(spans.get_finished_spans()) > 10
    assert '"mesh.request"' in written.getvalue()
    return f"{written.getvalue()} {traced} {figures} {queries}".lower()


@pytest.mark.parametrize("deed", [answered, refused, through_other_doors, failing, timed_out])
def test_no_word_of_a_query_or_a_message_is_observed(
    deed: Callable[[Door, str], None],
    door: Door,
    written: io.StringIO,
    spans: InMemorySpanExporter,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "SEARCH_TIMEOUT", timedelta(milliseconds=250))
    deed(door, opened(door))
    assert STEM not in left_behind(written, spans)


def test_no_word_is_observed_when_the_code_fails(
    door: Door, written: io.StringIO, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    crashing(door, opened(door), monkeypatch)
    told = left_behind(written, spans)
    assert "valueerror" in told
    assert STEM not in told


def test_the_canary_would_be_seen(written: io.StringIO, spans: InMemorySpanExporter, door: Door) -> None:
    opened(door)
    logging.getLogger("anything").debug("%s", CANARY)
    assert STEM in left_behind(written, spans)
