"""The line, the span and the time of a request: what they say, and that they belong together."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from mesh_project.log_format import JsonFormatter
from tests.api.door import DM_ANA, LAUNCH, Body, Door, said_by
from tests.search.breaking import refuse_rows
from tests.spans import spans

__all__ = ["spans"]

pytestmark = pytest.mark.django_db

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Give what is logged, as it is written."""
    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    yield handler.stream
    root.removeHandler(handler)


def lines(written: io.StringIO, name: str = "mesh.request") -> list[Body]:
    """Return the lines of one logger."""
    parsed = [json.loads(line) for line in written.getvalue().splitlines()]
    return [line for line in parsed if line["logger"] == name]


def turn(door: Door) -> str:
    """Open a run, search once in it, and return its id."""
    door.registers("mesh").says("ben", LAUNCH, "the migration is on friday", "m1")
    run_id = str(door.opens(DM_ANA, said_by("ana", "when?", "m2"))["run_id"])
    searched = door.post(f"/runs/{run_id}/tools/search_history", {"query": "migration"})
    assert searched.body["count"] == 1
    return run_id


def test_every_request_has_one_line_with_its_id_and_its_route(written: io.StringIO) -> None:
    Client().get("/api/v1/healthz", headers={"x-request-id": "abc"})
    (line,) = lines(written)
    assert {key: line[key] for key in ("level", "message", "request_id", "method", "route", "status")} == {
        "level": "INFO",
        "message": "request",
        "request_id": "abc",
        "method": "GET",
        "route": "/api/v1/healthz",
        "status": 200,
    }
    assert line["duration_ms"] >= 0
    assert line["time"].endswith("+00:00")


def test_the_lines_of_a_run_carry_its_id_from_its_opening_on(written: io.StringIO) -> None:
    run_id = turn(Door())
    opened, searched = lines(written)[-2:]
    assert (opened["route"], opened["run_id"]) == ("/api/v1/runs", run_id)
    assert (searched["route"], searched["run_id"]) == ("/api/v1/runs/<run_id>/tools/search_history", run_id)


def test_ids_do_not_stay_with_the_next_request(written: io.StringIO) -> None:
    turn(Door())
    Client().get("/api/v1/healthz")
    assert "run_id" not in lines(written)[-1]


def test_what_goes_wrong_is_logged_under_the_ids_of_its_request(written: io.StringIO) -> None:
    door = Door()
    run_id = turn(door)
    refuse_rows("conversation_search_events")
    answer = door.post(f"/runs/{run_id}/tools/search_history", {"query": "migration"})
    (fault,) = lines(written, "conversation_search.api.problems")
    assert (fault["request_id"], fault["run_id"]) == (answer.body["request_id"], run_id)


@pytest.mark.parametrize(
    "path", ["/api/v1/zanzibarcanary", "/zanzibarcanary", "/api/v1/runs/zanzibarcanary/recheck"]
)
def test_an_address_is_logged_as_its_route_alone(path: str, written: io.StringIO) -> None:
    Client().post(f"{path}?q=zanzibarcanary", headers={"user-agent": "zanzibarcanary"})
    assert len(lines(written)) == 1
    assert "zanzibar" not in written.getvalue()


def attributes(exporter: InMemorySpanExporter, name: str) -> dict[str, Any]:
    """Return the attributes of the last span of this name."""
    return dict([span for span in exporter.get_finished_spans() if span.name == name][-1].attributes or {})


def test_a_request_is_traced_with_its_search_and_its_statements(spans: InMemorySpanExporter) -> None:
    run_id = turn(Door())
    name = "POST /api/v1/runs/<run_id>/tools/search_history"
    told = attributes(spans, name)
    assert (told["mesh.run_id"], told["http.response.status_code"]) == (run_id, 200)
    assert told["mesh.request_id"]
    assert attributes(spans, "search_history")["mesh.hits"] == 1
    assert "statement search_messages" in {span.name for span in spans.get_finished_spans()}


def test_a_trace_goes_on_from_the_caller(spans: InMemorySpanExporter, written: io.StringIO) -> None:
    Client().get("/api/v1/healthz", headers=PARENT)
    (span,) = spans.get_finished_spans()
    assert span.context is not None
    assert f"{span.context.trace_id:032x}" == TRACE
    assert lines(written)[-1]["trace_id"] == TRACE


def test_a_span_that_failed_names_the_type_of_the_error_and_nothing_else(spans: InMemorySpanExporter) -> None:
    door = Door()
    run_id = turn(door)
    refuse_rows("conversation_search_events", message="zanzibarcanary")
    door.post(f"/runs/{run_id}/tools/search_history", {"query": "migration"})
    failed = [span for span in spans.get_finished_spans() if span.name == "search_history"][-1]
    assert dict(failed.attributes or {}) == {"error.type": "AuditUnavailable"}
    assert failed.events == ()
    assert failed.status.description is None
