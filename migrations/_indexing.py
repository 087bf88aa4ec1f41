"""Builds search documents from within a migration, beside live writers."""

from django.db import transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH = 500
"""Messages of one transaction: a fraction of a second of row locks."""


def index_all(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Index every message that has no documents of the rules as they are then."""
    del apps
    last: int | None = 0
    while last is not None:
        with transaction.atomic(schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT public.mesh_index_batch(%s, %s)", [last, BATCH])
            (last,) = cursor.fetchone()
