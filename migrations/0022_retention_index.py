"""Finds what expires and what is due to be purged, beside live writers."""

from django.contrib.postgres.operations import AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0021_retention"),)
    operations = (
        ValidateConstraint(model_name="messageevent", name="message_events_tombstone_empty"),
        AddIndexConcurrently(
            model_name="messageevent",
            index=models.Index(
                fields=["conversation", "sent_at"],
                condition=models.Q(("deleted_at__isnull", True)),
                name="message_events_lifetime",
            ),
        ),
        AddIndexConcurrently(
            model_name="messageevent",
            index=models.Index(
                fields=["runtime_agent", "id"],
                condition=models.Q(("purge_due_at__isnull", False)),
                name="message_events_purge_due",
            ),
        ),
    )
