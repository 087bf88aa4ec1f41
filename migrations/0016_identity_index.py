"""Finds accounts that were handed on, beside live writers: the table of accounts is there already."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0015_identity"),)
    operations = (
        AddIndexConcurrently(
            model_name="actor",
            index=models.Index(
                fields=["connector", "external_id"],
                condition=models.Q(generation__gt=1),
                name="actors_handed_on",
            ),
        ),
    )
