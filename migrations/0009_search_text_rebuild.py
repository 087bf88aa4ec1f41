"""Builds the search documents anew that older text rules made, in short transactions, beside live writers.

Stopped at any moment it goes on with the next `migrate`: documents of the current rules are passed over.
"""

from django.db import migrations

from migrations._indexing import index_all


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0008_search_text"),)
    operations = (migrations.RunPython(index_all, migrations.RunPython.noop, elidable=False),)
