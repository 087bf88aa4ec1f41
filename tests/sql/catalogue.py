"""Every statement of the application: where it is declared, and how the database describes it."""

import importlib
import pkgutil
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from django.db import connection
from psycopg import pq

from conversation_search import managers
from conversation_search.managers.statements import SQL_FOLDER, Statement

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
PYTHON_TYPES: dict[str, object] = {
    "bigint": int,
    "integer": int,
    "smallint": int,
    "text": str,
    "character varying": str,
    "jsonb": str,
    "boolean": bool,
    "double precision": float,
    "real": float,
    "bytea": bytes,
    "timestamp with time zone": datetime,
    "bigint[]": list[int],
    "integer[]": list[int],
    "text[]": list[str],
    "character varying[]": list[str],
    "boolean[]": list[bool],
    "double precision[]": list[float],
}
"""What a column arrives as. jsonb is text here: whoever reads it decides how."""


@dataclass(frozen=True, slots=True)
class Described:
    """The columns that a statement returns, in order, with the types the database gives them."""

    columns: tuple[tuple[str, str], ...]


def modules() -> list[ModuleType]:
    """Import every module that may declare statements."""
    return [
        importlib.import_module(f"{managers.__name__}.{found.name}")
        for found in pkgutil.iter_modules(managers.__path__)
    ]


def declared() -> list[tuple[str, "Statement[Any]"]]:
    """Return every statement with the place that declares it."""
    return [
        (f"{module.__name__}.{name}", thing)
        for module in modules()
        for name, thing in vars(module).items()
        if isinstance(thing, Statement)
    ]


def files() -> list[Path]:
    """Return every file of SQL that the application may run."""
    return sorted(SQL_FOLDER.glob("*.sql"))


def placeholders(sql: str) -> list[str]:
    """Return the names of the parameters of a statement, each once."""
    return list(dict.fromkeys(PLACEHOLDER.findall(sql)))


def described(sql: str) -> Described:
    """Let the database prepare a statement and say what it returns, without running it."""
    names = placeholders(sql)
    numbered = PLACEHOLDER.sub(lambda found: f"${names.index(found.group(1)) + 1}", sql).replace("%%", "%")
    connection.ensure_connection()
    raw = connection.connection.pgconn
    prepared = raw.prepare(b"", numbered.encode())
    assert prepared.status == pq.ExecStatus.COMMAND_OK, prepared.error_message
    found = raw.describe_prepared(b"")
    assert found.status == pq.ExecStatus.COMMAND_OK, found.error_message
    columns = [(found.fname(number), found.ftype(number)) for number in range(found.nfields)]
    return Described(tuple(((name or b"").decode(), _type_name(oid)) for name, oid in columns))


def _type_name(oid: int) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT format_type(%s::oid, NULL)", [oid])
        (name,) = cursor.fetchone()
    return str(name)
