"""Spans for OpenTelemetry: ids, counts and names of ours. Without a configured exporter they cost next to nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from opentelemetry import context, propagate, trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

Value = str | int | float | bool

_TRACER: Final = trace.get_tracer("mesh")
TRACEPARENT: Final = "traceparent"
"""The header of the caller's own span (W3C Trace Context); no baggage is read, which could carry anything."""


@contextmanager
def span(name: str, **attributes: Value) -> Iterator[Span]:
    """Open a span below the present one. An exception marks it with its type alone: messages may quote a text."""
    if isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        # Nobody has configured tracing: a search has some twenty spans, and even an empty one costs a context.
        yield trace.INVALID_SPAN
        return
    with _TRACER.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as opened:
        yield from _marking(opened)


@contextmanager
def request_span(name: str, traceparent: str) -> Iterator[Span]:
    """Open the span of a request, below the caller's own where it sent one."""
    parent = propagate.extract({TRACEPARENT: traceparent}) if traceparent else context.get_current()
    with _TRACER.start_as_current_span(
        name, parent, SpanKind.SERVER, record_exception=False, set_status_on_exception=False
    ) as opened:
        yield from _marking(opened)


def _marking(opened: Span) -> Iterator[Span]:
    try:
        yield opened
    except BaseException as error:
        opened.set_attribute("error.type", type(error).__qualname__)
        opened.set_status(Status(StatusCode.ERROR))
        raise


def trace_id() -> str:
    """Return the id of the present trace; empty when nothing is traced."""
    found = trace.get_current_span().get_span_context()
    return trace.format_trace_id(found.trace_id) if found.is_valid else ""
