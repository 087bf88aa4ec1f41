"""The spans that a test caused, kept in memory in place of a collector."""

from collections.abc import Iterator
from functools import cache

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


@cache
def kept_spans() -> InMemorySpanExporter:
    """Return where spans go from the first call on; a process has one such place."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """Give an empty place for spans."""
    exporter = kept_spans()
    exporter.clear()
    yield exporter
    exporter.clear()
