"""Builds the search documents of the messages that were there before the index, in short transactions.

Stopped at any moment it goes on with the next `migrate`: messages that have their documents are passed over.
"""

from django.db import migrations

from migrations._indexing import index_all


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0005_search_documents"),)
    operations = (migrations.RunPython(index_all, migrations.RunPython.noop, elidable=False),)
