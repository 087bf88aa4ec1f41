"""Asks the database how it runs the statements of a search, with the plans that a search pins."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import psycopg
from django.db import connection

from conversation_search.managers import search
from conversation_search.managers.statements import Row, Statement

STATEMENTS: Final = ("SEARCH_MESSAGES", "FIND_NEIGHBOURS", "HYDRATE_MESSAGES")
PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
ESTIMATED: Final = "EXPLAIN (COSTS OFF)"
MEASURED: Final = "EXPLAIN (ANALYZE, BUFFERS)"


@dataclass(frozen=True)
class Explained(Statement[Row]):
    """A statement that tells its plan before it runs."""

    how: str
    plans: dict[str, str]

    def all(self, **parameters: object) -> list[Row]:
        """Keep the plan, then run it and return every row."""
        self.plans[self.name] = explain(self.sql, parameters, self.how)
        return super().all(**parameters)


@contextmanager
def explained(how: str) -> Iterator[dict[str, str]]:
    """Let searches tell their plans: the plan of each statement, by the name of its file."""
    plans: dict[str, str] = {}
    silent: dict[str, Statement[object]] = {name: getattr(search, name) for name in STATEMENTS}
    for name, statement in silent.items():
        setattr(search, name, Explained(statement.name, statement.row, how, plans))
    try:
        yield plans
    finally:
        for name, statement in silent.items():
            setattr(search, name, statement)


def explain(sql: str, parameters: dict[str, object], how: str) -> str:
    """Return the plan of a statement as it is prepared for any parameters, and run with these."""
    names = list(dict.fromkeys(PLACEHOLDER.findall(sql)))
    numbered = PLACEHOLDER.sub(lambda found: f"${names.index(found.group(1)) + 1}", sql)
    cursor = psycopg.ClientCursor(connection.connection)
    cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
    cursor.execute(f"PREPARE explained AS {numbered.rstrip().rstrip(';')}".encode())
    values = ", ".join(cursor.mogrify("%s", [parameters[name]]) for name in names)
    lines = cursor.execute(f"{how} EXECUTE explained ({values})".encode()).fetchall()
    cursor.execute("DEALLOCATE explained")
    return "\n".join(line for (line,) in lines)
