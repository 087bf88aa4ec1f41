"""Every migration can be undone and done again, and leaves nothing behind."""

import pytest
from django.db import connections

from tests.docs.schema import FUNCTIONS, OTHERS, TYPES, schema
from tests.migrations.scratch import ALIAS, migrate, migration_names, scratch_database

TABLES = """
SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
AND relname !~ '^(auth|django)_' -- Django's own, which a migration of ours needs and does not undo
"""


def _objects() -> set[tuple[object, ...]]:
    """Return everything of ours that is in the database; extensions stay, for others may use them by now."""
    found: set[tuple[object, ...]] = set()
    with connections[ALIAS].cursor() as cursor:
        for statement in (TABLES, FUNCTIONS, OTHERS, TYPES):
            cursor.execute(statement)
            found |= set(cursor.fetchall())
    return {row for row in found if not str(row[0]).startswith("CREATE EXTENSION")}


@pytest.mark.usefixtures("committed")
def test_every_migration_is_undone_and_done_again() -> None:
    with scratch_database() as alias:
        names = migration_names(alias)
        before: list[set[tuple[object, ...]]] = []
        for name in names:
            before.append(_objects())
            migrate(alias, name)
        complete = schema(alias)
        for name, objects in reversed(list(zip(names, before, strict=True))):
            position = names.index(name)
            migrate(alias, names[position - 1] if position else None)
            assert _objects() == objects, name
        migrate(alias, names[-1])
        assert schema(alias) == complete
