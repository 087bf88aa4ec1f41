"""Finds the replies that were built on a memory, beside live writers: the table of lineage is there already."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0017_memories"),)
    operations = (
        AddIndexConcurrently(
            model_name="memoryprovenance",
            index=GinIndex(fastupdate=False, fields=["memory_ids"], name="memory_provenance_memories"),
        ),
    )
