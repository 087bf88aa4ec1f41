"""The only place where SQL is run.

Every statement is a file of `conversation_search/sql`, bound on the server and prepared. Errors leave here without the
driver's message, which may quote a value: only the statement's name and the SQLSTATE remain. Django's query log is
passed by on purpose: it would keep the parameters.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, Generic, TypeVar

import psycopg
from django.db import Error as DjangoDatabaseError
from django.db import connection, transaction
from psycopg.rows import class_row

from conversation_search import limits
from conversation_search.errors import DatabaseUnavailable
from conversation_search.telemetry import tracing

Row = TypeVar("Row")
Result = TypeVar("Result")

SQL_FOLDER: Final = Path(__file__).parent.parent / "sql"
PARAMETER: Final = re.compile(r"%\((\w+)\)s")
DEADLOCKS: Final = frozenset({"40001", "40P01"})
"""SQLSTATEs after which the same transaction may be tried again: serialization failure, deadlock."""


class StatementError(DatabaseUnavailable):
    """A statement failed; `sqlstate` is PostgreSQL's five-character code, `name` its file."""

    def __init__(self, name: str, sqlstate: str) -> None:
        """Keep the name and the code, and nothing that could quote a value."""
        super().__init__("Nothing of this request was kept. Try again in a moment.")
        self.name = name
        self.sqlstate = sqlstate

    def __str__(self) -> str:
        """Name the statement for the log; callers are told `detail`."""
        return f"{self.name} failed with SQLSTATE {self.sqlstate}"


@dataclass(frozen=True)
class Done:
    """The row of a statement that returns none."""


@dataclass(frozen=True)
class Statement(Generic[Row]):
    """One file of SQL and the shape of its rows."""

    name: str
    row: type[Row]
    planned_each_time: bool = field(default=False, kw_only=True)
    """For statements whose filters may be absent: no one plan serves them present and absent alike."""

    @cached_property
    def sql(self) -> str:
        """The text of the file."""
        return (SQL_FOLDER / f"{self.name}.sql").read_text(encoding="utf-8")

    @cached_property
    def _numbered(self) -> tuple[bytes, list[str]]:
        """The text as the server takes it, its parameters by number, and their names in that order.

        The driver would look a long text through for them at every call.
        """
        names = list(dict.fromkeys(PARAMETER.findall(self.sql)))
        numbered = PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", self.sql)
        return numbered.encode(), names

    def all(self, **parameters: object) -> list[Row]:
        """Run it and return every row."""
        with self._executed(parameters) as cursor:
            return cursor.fetchall()

    def first(self, **parameters: object) -> Row | None:
        """Run it and return the first row, if there is one."""
        with self._executed(parameters) as cursor:
            return cursor.fetchone()

    def one(self, **parameters: object) -> Row:
        """Run it and return its only row; anything else is a defect of the statement."""
        rows = self.all(**parameters)
        if len(rows) != 1:
            message = f"{self.name} returned {len(rows)} rows instead of one"
            raise RuntimeError(message)
        return rows[0]

    def run(self, **parameters: object) -> int:
        """Run a statement that returns no rows and tell how many it wrote."""
        with self._executed(parameters) as cursor:
            return cursor.rowcount

    @contextmanager
    def _executed(self, parameters: dict[str, object]) -> Iterator[psycopg.RawCursor[Row]]:
        with _naming_errors(self.name), tracing.span(f"statement {self.name}"):
            connection.ensure_connection()
            connection.validate_no_broken_transaction()
            text, names = self._numbered
            values = [parameters[name] for name in names]
            with psycopg.RawCursor(connection.connection, row_factory=class_row(self.row)) as cursor:
                cursor.execute(text, values, prepare=not self.planned_each_time)
                yield cursor


@contextmanager
def _naming_errors(name: str) -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise StatementError(name, error.sqlstate or "08000") from None
    except DjangoDatabaseError as error:
        cause = error.__cause__
        raise StatementError(name, getattr(cause, "sqlstate", None) or "08000") from None


def in_transaction(work: Callable[[], Result]) -> Result:
    """Run the work in one transaction, again when it met a deadlock; what it did before was rolled back."""
    for attempt in range(1, limits.TRANSACTION_ATTEMPTS + 1):
        try:
            with transaction.atomic():
                return work()
        except StatementError as error:
            nested = connection.in_atomic_block
            if nested or error.sqlstate not in DEADLOCKS or attempt == limits.TRANSACTION_ATTEMPTS:
                raise
    raise AssertionError  # pragma: no cover - the loop returns or raises


def after_commit(work: Callable[[], None]) -> None:
    """Do this once the present transaction has committed, at once when there is none, and never when it rolls back."""
    transaction.on_commit(work)
