"""Traces go to a collector when one is named, and nowhere otherwise."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import ClassVar

import pytest

from mesh_project.env import Environment
from mesh_project.tracing import provider_for


class Collector(BaseHTTPRequestHandler):
    """Takes what an exporter sends."""

    taken: ClassVar[list[tuple[str, bytes]]] = []

    def do_POST(self) -> None:
        self.taken.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_without_an_endpoint_nothing_is_traced() -> None:
    assert provider_for(Environment({})) is None


def test_spans_are_sent_to_the_endpoint_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    Collector.taken.clear()
    server = HTTPServer(("127.0.0.1", 0), Collector)
    Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
    provider = provider_for(Environment({"OTEL_EXPORTER_OTLP_ENDPOINT": endpoint}))
    assert provider is not None
    provider.get_tracer("test").start_span("a span of ours").end()
    provider.shutdown()
    server.shutdown()
    server.server_close()
    ((path, body),) = Collector.taken
    assert path == "/v1/traces"
    assert b"a span of ours" in body
    assert b"mesh" in body
