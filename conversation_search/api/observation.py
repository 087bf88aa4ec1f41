"""One line of the log, one span and one measured time for every request: its route and its ids, never its address."""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from opentelemetry.trace import Span

from conversation_search.api.rate_limit_fields import standings_of
from conversation_search.api.request_ids import request_id
from conversation_search.public_ids import ALPHABET, LENGTH
from conversation_search.telemetry import context, metrics, tracing

logger = logging.getLogger("mesh.request")

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
NO_ROUTE: Final = "none"
PUBLIC_ID: Final = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
"""What an id of ours looks like; anything else in its place may be text."""


class Observation:
    """The outermost layer: what is below is logged, traced and timed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Wrap the rest of the stack."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer one request."""
        with observed(request) as finish:
            response = self.get_response(request)
            finish(response.status_code)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], names: dict[str, Any]
    ) -> None:
        """Bind the id of the run that an address names."""
        del request, view, args
        run_id = names.get("run_id")
        if isinstance(run_id, str) and PUBLIC_ID.fullmatch(run_id):
            context.bind(run_id=run_id)


@contextmanager
def observed(request: HttpRequest) -> Iterator[Callable[[int], None]]:
    """Observe what answers a request; give what is to be called with the status of the answer."""
    started = perf_counter()
    traceparent = request.headers.get(tracing.TRACEPARENT, "")
    with (
        context.bound(request_id=request_id(request)),
        tracing.request_span(method(request), traceparent) as span,
    ):

        def finish(status: int) -> None:
            seconds = perf_counter() - started
            describe(span, request, status)
            metrics.observe_request(method(request), route(request), status, seconds)
            observe_limits(request)
            log(request, status, seconds)

        yield finish


def method(request: HttpRequest) -> str:
    """Return the method, one of a closed set."""
    return request.method if request.method in METHODS else "other"


def route(request: HttpRequest) -> str:
    """Return the pattern of the address; `none` when no route has it."""
    match = request.resolver_match
    return f"/{match.route}" if match is not None and match.route else NO_ROUTE


def describe(span: Span, request: HttpRequest, status: int) -> None:
    """Say on the span of a request what it was."""
    if not span.is_recording():
        return
    span.update_name(f"{method(request)} {route(request)}")
    span.set_attributes(
        {
            "http.request.method": method(request),
            "http.route": route(request),
            "http.response.status_code": status,
            **{f"mesh.{name}": value for name, value in context.bound_ids().items()},
        }
    )


def observe_limits(request: HttpRequest) -> None:
    """Count the limits that this request was beyond."""
    for standing in standings_of(request):
        if standing.used > standing.quota:
            metrics.observe_rate_limited(standing.policy)


def log(request: HttpRequest, status: int, seconds: float) -> None:
    """Write the line of a request."""
    fields = {
        "method": method(request),
        "route": route(request),
        "status": status,
        "duration_ms": round(seconds * 1000, 1),
    }
    logger.info("request", extra={"mesh_fields": fields})
