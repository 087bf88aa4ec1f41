"""The benchmark's own database, beside the one of the demo and those of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.db import connection

from tests.bench.loading import load
from tests.bench.options import Options
from tests.database import column, execute, session, value

SOURCES: Final = (
    "migrations/**/*.py",
    "migrations/**/*.sql",
    "tests/bench/sql/*.sql",
    *(f"tests/bench/{name}.py" for name in ("loading", "traffic", "words", "workspace")),
)
"""Files that decide what is in the database: one that was kept from other sources is built anew."""


@contextmanager
def transcript(options: Options) -> Iterator[float | None]:
    """Connect to a database that holds the transcript, and give the messages stored a second; None when it was kept."""
    original = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = options.database
    is_kept = options.keep and _mark_found(options.database) == _mark_wanted(options)
    connection.creation.create_test_db(0, autoclobber=True, serialize=None, keepdb=is_kept)
    _check_place(options.database)
    rate = None if is_kept else _load(options)
    try:
        yield rate
    finally:
        connection.creation.destroy_test_db(original, verbosity=0, keepdb=options.keep)


def _check_place(name: str) -> None:
    """Make sure that nothing is ever stored anywhere else."""
    place = value("SELECT current_database()")
    if place != name:
        message = f"connected to {place} instead of {name}"
        raise RuntimeError(message)


def _load(options: Options) -> float:
    execute("SET statement_timeout = 0")
    rate = load(options.messages, options.agents)
    for table in column("SELECT quote_ident(relname) FROM pg_stat_user_tables"):
        execute(f"VACUUM (ANALYZE) {table}")
    execute("RESET statement_timeout")
    execute(f"COMMENT ON DATABASE {connection.ops.quote_name(options.database)} IS '{_mark_wanted(options)}'")
    return rate


def _mark_wanted(options: Options) -> str:
    digest = sha256()
    for pattern in SOURCES:
        for path in sorted(settings.BASE_DIR.glob(pattern)):
            digest.update(path.read_bytes())
    return f"{options.messages} messages of {options.agents} agents from {digest.hexdigest()[:16]}"


def _mark_found(name: str) -> str | None:
    # On a connection of its own: Django's pool would go on giving connections to the database it was opened for.
    with session() as other:
        marks = other.rows(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %(name)s::text",
            name=name,
        )
    return marks[0][0] if marks else None
