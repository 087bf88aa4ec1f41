"""A database of its own, migrated to any point, beside the test database."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

APP = "conversation_search"
ALIAS = "scratch"


@contextmanager
def scratch_database() -> Iterator[str]:
    """Make an empty database and drop it at the end; yields the alias of its connection."""
    name = f"{connection.settings_dict['NAME']}_{uuid.uuid4().hex[:8]}"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    connections.settings[ALIAS] = {**connections.settings["default"], "NAME": name}
    try:
        yield ALIAS
    finally:
        connections[ALIAS].close()
        close_pool: Callable[[], None] = getattr(connections[ALIAS], "close_pool")  # noqa: B009 - no type has it
        close_pool()
        del connections[ALIAS]
        del connections.settings[ALIAS]
        with connection.cursor() as cursor:
            # Not by force: a vacuum that the server itself began there may not be ended by us; so it waits for one.
            cursor.execute(f'DROP DATABASE "{name}"')


def migrate(alias: str, target: str | None) -> None:
    """Bring the product's own migrations to one of them, or to none."""
    executor = MigrationExecutor(connections[alias])
    executor.migrate([(APP, target)])


def migration_names(alias: str = "default") -> list[str]:
    """Return the product's migrations, first to last."""
    executor = MigrationExecutor(connections[alias])
    return sorted(name for app, name in executor.loader.graph.nodes if app == APP)
