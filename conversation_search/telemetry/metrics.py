"""Counters and histograms of the whole installation, for Prometheus; labels are closed sets, never ids.

Counted in the process and, under several, added up by prometheus_client's files; see gunicorn.conf.py.
"""

from collections.abc import Mapping
from typing import Final

from prometheus_client import Counter, Histogram

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds of the histograms: a search takes a few milliseconds, and is given up after five seconds."""

SEARCHES: Final = Counter(
    "mesh_searches_total", "Searches that left an audit row, by their status.", ["status"]
)
EXCLUSIONS: Final = Counter(
    "mesh_search_exclusions_total", "Matches that searches removed, by the first rule that did.", ["rule"]
)
SEARCH_SECONDS: Final = Histogram(
    "mesh_search_duration_seconds", "Time of a search until its audit row.", ["status"], buckets=SECONDS
)
AUDIT_FAILURES: Final = Counter(
    "mesh_audit_failures_total", "Searches that were refused because they could not be audited."
)
RATE_LIMITED: Final = Counter(
    "mesh_rate_limited_total", "Requests and searches beyond a limit, by the limit.", ["policy"]
)
REQUEST_SECONDS: Final = Histogram(
    "mesh_request_duration_seconds",
    "Time of a request, by its method, its route and the hundred of its status.",
    ["method", "route", "status"],
    buckets=SECONDS,
)


def observe_search(
    status: str, duration_ms: float, exclusions: Mapping[str, int], *, is_replay: bool
) -> None:
    """Count a search whose audit row is stored; a replay removes what its first search counted already."""
    SEARCHES.labels(status).inc()
    SEARCH_SECONDS.labels(status).observe(duration_ms / 1000)
    for rule, count in {} if is_replay else exclusions.items():
        EXCLUSIONS.labels(rule).inc(count)


def observe_audit_failure() -> None:
    """Count a search that could not be audited."""
    AUDIT_FAILURES.inc()


def observe_rate_limited(policy: str) -> None:
    """Count what was beyond the limit `key` or `run`."""
    RATE_LIMITED.labels(policy).inc()


def observe_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request; `route` is its pattern, never its address."""
    REQUEST_SECONDS.labels(method, route, f"{status // 100}xx").observe(seconds)
