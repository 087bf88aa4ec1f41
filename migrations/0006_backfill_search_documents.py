"""Builds the search documents of the messages that were there before the index, in short transactions.

Stopped at any moment it goes on with the next `migrate`: messages that have their documents are passed over.
"""

from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH = 500
"""Messages of one transaction: a fraction of a second of row locks."""


def backfill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Index every message that has no documents."""
    del apps
    last: int | None = 0
    while last is not None:
        with transaction.atomic(schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT public.mesh_index_batch(%s, %s)", [last, BATCH])
            (last,) = cursor.fetchone()


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0005_search_documents"),)
    operations = (migrations.RunPython(backfill, migrations.RunPython.noop, elidable=False),)
