"""Seals, verifies and prunes a large audit, with the time and memory that each takes; and writes beside a sealer."""

import logging
import resource
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from statistics import median, quantiles
from time import perf_counter
from typing import Final, TextIO

from django.db import close_old_connections, transaction

from conversation_search.seal.pruning import prune
from conversation_search.seal.sealing import seal_everything
from conversation_search.seal.verifying import verify
from tests.bench_pages.filling import Size, fill
from tests.bench_pages.measuring import AGENT_RUNS, DAYS, SEARCHES, bench_database
from tests.database import execute, value
from tests.seal.sealed import KEYS

WRITE: Final = """
INSERT INTO conversation_search_events (
    runtime_agent_id, run_id, duration_ms, status, query_digest, filters, destination, selected, neighbour_ids, matched,
    exclusions, ceiling_reached, ranking, degraded
)
SELECT
    event.runtime_agent_id, event.run_id, event.duration_ms, event.status, event.query_digest, event.filters,
    event.destination, event.selected, event.neighbour_ids, event.matched, event.exclusions, event.ceiling_reached,
    event.ranking, event.degraded
FROM conversation_search_events AS event WHERE event.id = %(like)s::bigint
"""
PAUSE_SECONDS: Final = 0.2
"""Between two runs of the sealer beside the writer: far more often than a service seals."""


def run(rows: int, writes: int, database: str, out: TextIO) -> None:
    """Measure and write a line for each."""
    logging.disable(logging.INFO)
    with bench_database(database):
        execute("SET statement_timeout = 0")
        _measured(out, "fill", lambda: _fill(rows // 5))
        stored = value("SELECT count(*) FROM conversation_search_events")
        out.write(f"{stored:,} audit rows\n")
        _measured(out, "seal", lambda: sum(made.checkpoint.rows for made in seal_everything(KEYS)))
        progress: list[int] = []
        _measured(out, "verify", lambda: _verify(progress))
        out.write(f"progress was told {len(progress):,} times, {max(progress):,} rows at most at once\n")
        _measured(out, "seal again, nothing new", lambda: sum(1 for _ in seal_everything(KEYS)))
        for name, step in (("alone", _alone), ("beside a sealer", _sealing), ("alone again", _alone)):
            with step():
                out.write(f"write {name}: {_written(writes)}\n")
        later = datetime.now(UTC) + timedelta(days=1)
        _measured(out, "prune", lambda: sum(step.rows for step in prune(KEYS, later)))
        _measured(out, "verify what is left", lambda: _verify([]))


def _measured(out: TextIO, name: str, work: Callable[[], int]) -> None:
    before, started = _largest_memory(), perf_counter()
    done = work()
    seconds, grown = perf_counter() - started, _largest_memory() - before
    rate = f", {done / seconds:,.0f} rows/s" if done else ""
    out.write(f"{name}: {done:,} in {seconds:.1f} s{rate}, largest memory grew by {grown / 1024:.0f} MiB\n")
    out.flush()


def _largest_memory() -> int:
    """Return the largest memory that this process ever held, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _fill(runs: int) -> int:
    for number in range(max(1, runs // AGENT_RUNS)):
        size = Size(runs=min(runs, AGENT_RUNS), searches=SEARCHES, days=DAYS, now=datetime.now(UTC))
        fill(size, f"agent-{number}", unchecked=True)
    execute("ANALYZE")
    return 0


def _verify(progress: list[int]) -> int:
    report = verify(KEYS, None, progress.append)
    assert report.is_sound, report.finding
    return report.rows


def _written(writes: int) -> str:
    """Write rows one by one, each committed, and return what one takes."""
    like, taken = value("SELECT max(id) FROM conversation_search_events"), []
    for _ in range(writes):
        started = perf_counter()
        with transaction.atomic():
            execute(WRITE, like=like)
        taken.append((perf_counter() - started) * 1000)
    return f"median {median(taken):.2f} ms, 99% below {quantiles(taken, n=100)[98]:.2f} ms"


@contextmanager
def _alone() -> Iterator[None]:
    yield


@contextmanager
def _sealing() -> Iterator[None]:
    """Seal again and again until the block ends."""
    stop = threading.Event()

    def work() -> None:
        while not stop.wait(PAUSE_SECONDS):
            list(seal_everything(KEYS))
        close_old_connections()

    sealer = threading.Thread(target=work)
    sealer.start()
    try:
        yield
    finally:
        stop.set()
        sealer.join()
