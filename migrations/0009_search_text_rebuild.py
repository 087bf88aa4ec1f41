"""Builds the search documents anew that older text rules made, in short transactions, beside live writers.

Stopped at any moment it goes on with the next `migrate`: documents of the current rules are passed over.
"""

from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH = 500
"""Messages of one transaction: a fraction of a second of row locks."""


def rebuild(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Index every message that has no documents of the current rules."""
    del apps
    last: int | None = 0
    while last is not None:
        with transaction.atomic(schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT public.mesh_index_batch(%s, %s)", [last, BATCH])
            (last,) = cursor.fetchone()


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0008_search_text"),)
    operations = (migrations.RunPython(rebuild, migrations.RunPython.noop, elidable=False),)
