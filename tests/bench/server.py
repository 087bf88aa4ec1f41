"""The benchmark's own database, beside the one of the demo and those of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

from tests.bench.loading import load
from tests.bench.options import Options
from tests.database import column, execute, value

NAME: Final = "bench_mesh"
CORPUS_VERSION: Final = 1
"""Counts the changes of what is generated: a kept database of another version is built anew."""


@contextmanager
def transcript(options: Options) -> Iterator[float | None]:
    """Connect to a database that holds the transcript, and give the messages stored a second; None when it was kept."""
    original = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = NAME
    connection.creation.create_test_db(verbosity=0, autoclobber=True, keepdb=options.keep)
    rate = None
    if value("SELECT count(*) FROM runtime_agents") and _mark_found() != _mark_wanted(options):
        connection.creation.create_test_db(verbosity=0, autoclobber=True, keepdb=False)
    if _mark_found() != _mark_wanted(options):
        execute("SET statement_timeout = 0")
        rate = load(options.messages, options.agents)
        for table in column("SELECT quote_ident(relname) FROM pg_stat_user_tables"):
            execute(f"VACUUM (ANALYZE) {table}")
        execute("RESET statement_timeout")
        execute(f"COMMENT ON DATABASE {NAME} IS '{_mark_wanted(options)}'")
    try:
        yield rate
    finally:
        connection.creation.destroy_test_db(original, verbosity=0, keepdb=options.keep)


def _mark_wanted(options: Options) -> str:
    return f"{options.messages} messages of {options.agents} agents, version {CORPUS_VERSION}"


def _mark_found() -> str | None:
    found: str | None = value(
        "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()"
    )
    return found
