"""Runs a call of the product in a thread with a connection of its own, up to where it waits for another session."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from django.db import connections

from tests.database import PATIENCE_SECONDS, Session, value

Result = TypeVar("Result")

WAITS_FOR = """
SELECT EXISTS (
    SELECT 1 FROM pg_stat_activity AS other WHERE %(pid)s::integer = ANY (pg_blocking_pids(other.pid))
)
"""


def in_background(work: Callable[[], Result]) -> "Future[Result]":
    """Start a call in a thread."""
    with_connection = ThreadPoolExecutor(max_workers=1)
    future = with_connection.submit(_closing, work)
    with_connection.shutdown(wait=False)
    return future


def held_up_by(blocker: Session, work: Callable[[], Result]) -> "Future[Result]":
    """Start a call in a thread and return once it waits for a lock of `blocker`; it must not end before."""
    future = in_background(work)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not value(WAITS_FOR, pid=blocker.raw.info.backend_pid):
        if future.done() or time.monotonic() > deadline:
            message = f"the call did not wait for the other session: {future.done() and future.exception()!r}"
            raise AssertionError(message)
        Event().wait(0.005)
    return future


def _closing(work: Callable[[], Result]) -> Result:
    try:
        return work()
    finally:
        connections.close_all()
