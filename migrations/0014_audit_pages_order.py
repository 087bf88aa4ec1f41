"""The orders in which the audit pages list searches and runs, built beside whoever writes."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("conversation_search", "0013_audit_pages"),)
    operations = (
        AddIndexConcurrently(
            model_name="conversationsearchevent",
            index=models.Index(fields=["searched_at", "id"], name="search_events_time"),
        ),
        AddIndexConcurrently(
            model_name="conversationsearchevent",
            index=models.Index(
                fields=["runtime_agent", "searched_at", "id"], name="search_events_agent_time"
            ),
        ),
        AddIndexConcurrently(
            model_name="conversationsearchevent",
            index=models.Index(fields=["requester_id", "searched_at", "id"], name="search_events_requester"),
        ),
        AddIndexConcurrently(
            model_name="conversationsearchevent",
            index=models.Index(fields=["status", "searched_at", "id"], name="search_events_status"),
        ),
        AddIndexConcurrently(
            model_name="run",
            index=models.Index(fields=["opened_at", "id"], name="runs_time"),
        ),
        AddIndexConcurrently(
            model_name="run",
            index=models.Index(fields=["runtime_agent", "opened_at", "id"], name="runs_agent_time"),
        ),
    )
