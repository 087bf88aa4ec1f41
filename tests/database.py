"""Plain SQL for tests, on the connection of the test or on connections of its own.

Tests look at the database from below the managers, so that a defect up there cannot hide one down here.
"""
# ruff: noqa: ANN401 - rows and parameters hold whatever their statement says

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection

PATIENCE_SECONDS = 10
"""How long a test waits for what must happen before it says that it did not."""


def rows(statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """Return every row of a statement; `%(name)s` placeholders, each with a cast."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found


def row(statement: str, **parameters: Any) -> tuple[Any, ...]:
    """Return the only row of a statement."""
    (only,) = rows(statement, **parameters)
    return only


def value(statement: str, **parameters: Any) -> Any:
    """Return the only column of the only row."""
    (only,) = row(statement, **parameters)
    return only


def column(statement: str, **parameters: Any) -> list[Any]:
    """Return the only column of every row."""
    return [only for (only,) in rows(statement, **parameters)]


def execute(statement: str, **parameters: Any) -> int:
    """Run a statement that returns nothing and tell how many rows it wrote."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        written: int = cursor.rowcount
        return written


def run_script(statements: str) -> None:
    """Run statements that take no parameters, whatever per cent signs they hold."""
    with connection.cursor() as cursor:
        cursor.execute(statements)


class Session:
    """A connection of its own, one statement at a time, in one transaction until it commits."""

    def __init__(self, raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
        """Wrap an open connection."""
        self.raw = raw
        self._worker = ThreadPoolExecutor(max_workers=1)

    def rows(self, statement: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """Run a statement and return its rows; none when it returns none."""
        cursor = self.raw.execute(statement.encode(), parameters)
        return cursor.fetchall() if cursor.description else []

    def value(self, statement: str, **parameters: Any) -> Any:
        """Return the only column of the only row."""
        ((only,),) = self.rows(statement, **parameters)
        return only

    def start(self, statement: str, **parameters: Any) -> "Future[list[tuple[Any, ...]]]":
        """Run a statement in the background and return as soon as it is done or waits for a lock."""
        future = self._worker.submit(self.rows, statement, **parameters)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not future.done() and not self.is_waiting():
            if time.monotonic() > deadline:
                message = "the statement neither ended nor waited for a lock"
                raise TimeoutError(message)
            threading.Event().wait(0.005)
        return future

    def is_waiting(self) -> bool:
        """Tell whether the session waits for a lock that another one holds."""
        return bool(
            value("SELECT cardinality(pg_blocking_pids(%(pid)s::integer)) > 0", pid=self.raw.info.backend_pid)
        )

    def commit(self) -> None:
        """Commit what it did."""
        self.raw.commit()

    def close(self) -> None:
        """Roll back what was not committed and end the session."""
        self.raw.close()
        self._worker.shutdown()


@contextmanager
def session() -> Iterator[Session]:
    """Open a second connection to the test database; use it in tests with the `committed` fixture only."""
    parameters = connection.get_connection_params()
    parameters = {
        key: parameters[key] for key in ("dbname", "host", "user", "password", "port") if key in parameters
    }
    opened = Session(psycopg.connect(options="-c TimeZone=UTC -c lock_timeout=20s", **parameters))
    try:
        yield opened
    finally:
        opened.close()
