"""Memories and the grants of external tools: part of the lineage of what is built on them."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import migrations, models
from django.db.models import PROTECT
from django.db.models.functions import Now

from migrations._files import again, functions_again, install, read

UNDO = (
    "DROP FUNCTION public.mesh_check_memory, public.mesh_guard_memory CASCADE;"
    + functions_again("triggers/message_events_v1")
    + again("functions/mesh_messages_allowed_v1")
    + again("functions/mesh_narrow_messages_v1")
    + """
DROP FUNCTION public.mesh_withhold_quotes, public.mesh_memories_allowed, public.mesh_lineage_walk,
    public.mesh_grants_allowed, public.mesh_close_lineage,
    public.mesh_intern_grant;
"""
    + read("functions/mesh_close_lineage_v1")
    + """
ALTER TABLE public.memory_ledger_entries
    DROP CONSTRAINT memory_ledger_entries_run_of_agent,
    DROP CONSTRAINT memory_ledger_entries_memory_of_agent;
ALTER TABLE public.tool_results
    DROP CONSTRAINT tool_results_run_of_agent,
    DROP CONSTRAINT tool_results_audience_of_agent;
ALTER TABLE public.memories
    DROP CONSTRAINT memories_run_of_agent,
    DROP CONSTRAINT memories_conversation_of_agent,
    DROP CONSTRAINT memories_audience_of_agent,
    DROP CONSTRAINT memories_class_of_agent;
"""
)


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0016_identity_index"),)
    operations = (
        migrations.CreateModel(
            name="Memory",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("body", models.TextField()),
                ("remembered_at", models.DateTimeField()),
                ("answered_message_id", models.BigIntegerField(null=True)),
                (
                    "history_message_ids",
                    ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                (
                    "memory_ids",
                    ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                ("withheld_at", models.DateTimeField(null=True)),
                ("deleted_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "memories",
            },
        ),
        migrations.CreateModel(
            name="MemoryLedgerEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("shown_at", models.DateTimeField(db_default=Now())),
            ],
            options={
                "db_table": "memory_ledger_entries",
            },
        ),
        migrations.AddField(
            model_name="memoryprovenance",
            name="memory_ids",
            field=ArrayField(base_field=models.BigIntegerField(), db_default=[], size=None),
        ),
        migrations.AddField(
            model_name="memory",
            name="audience",
            field=models.ForeignKey(
                null=True,
                on_delete=PROTECT,
                related_name="+",
                to="conversation_search.audience",
            ),
        ),
        migrations.AddField(
            model_name="memory",
            name="conversation",
            field=models.ForeignKey(
                on_delete=PROTECT,
                related_name="+",
                to="conversation_search.conversation",
            ),
        ),
        migrations.AddField(
            model_name="memory",
            name="disclosure_class",
            field=models.ForeignKey(
                db_column="class_id",
                null=True,
                on_delete=PROTECT,
                related_name="+",
                to="conversation_search.disclosureclass",
            ),
        ),
        migrations.AddField(
            model_name="memory",
            name="run",
            field=models.ForeignKey(
                on_delete=PROTECT,
                related_name="remembered",
                to="conversation_search.run",
            ),
        ),
        migrations.AddField(
            model_name="memory",
            name="runtime_agent",
            field=models.ForeignKey(
                on_delete=PROTECT,
                related_name="+",
                to="conversation_search.runtimeagent",
            ),
        ),
        migrations.AddField(
            model_name="memoryledgerentry",
            name="memory",
            field=models.ForeignKey(on_delete=PROTECT, related_name="+", to="conversation_search.memory"),
        ),
        migrations.AddField(
            model_name="memoryledgerentry",
            name="run",
            field=models.ForeignKey(
                on_delete=PROTECT,
                related_name="memory_ledger",
                to="conversation_search.run",
            ),
        ),
        migrations.AddField(
            model_name="memoryledgerentry",
            name="runtime_agent",
            field=models.ForeignKey(
                on_delete=PROTECT,
                related_name="+",
                to="conversation_search.runtimeagent",
            ),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=GinIndex(fastupdate=False, fields=["history_message_ids"], name="memories_messages"),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=GinIndex(fastupdate=False, fields=["memory_ids"], name="memories_memories"),
        ),
        migrations.AddIndex(
            model_name="memory",
            index=models.Index(fields=["answered_message_id"], name="memories_answered"),
        ),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.UniqueConstraint(fields=("runtime_agent", "id"), name="memories_of_agent"),
        ),
        migrations.AddConstraint(
            model_name="memory",
            constraint=models.CheckConstraint(
                condition=models.Q(("deleted_at__isnull", True), ("body", ""), _connector="OR"),
                name="memories_tombstone_empty",
            ),
        ),
        migrations.AddConstraint(
            model_name="memoryledgerentry",
            constraint=models.UniqueConstraint(fields=("run", "memory"), name="memory_ledger_entries_once"),
        ),
        migrations.AddField(
            model_name="memory",
            name="tool_result_ids",
            field=ArrayField(base_field=models.BigIntegerField(), db_default=[], size=None),
        ),
        migrations.AddField(
            model_name="memoryprovenance",
            name="tool_result_ids",
            field=ArrayField(base_field=models.BigIntegerField(), db_default=[], size=None),
        ),
        migrations.CreateModel(
            name="ToolResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.TextField()),
                ("recorded_at", models.DateTimeField()),
                (
                    "audience",
                    models.ForeignKey(
                        null=True,
                        on_delete=PROTECT,
                        related_name="+",
                        to="conversation_search.audience",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=PROTECT,
                        related_name="tool_results",
                        to="conversation_search.run",
                    ),
                ),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
            ],
            options={
                "db_table": "tool_results",
                "constraints": [
                    models.UniqueConstraint(fields=("id", "runtime_agent"), name="tool_results_of_agent")
                ],
            },
        ),
        install(
            "functions/mesh_intern_grant_v1",
            "functions/mesh_close_lineage_v1_undo",
            "functions/mesh_close_lineage_v2",
            "functions/mesh_grants_allowed_v1",
            "functions/mesh_lineage_walk_v1",
            "functions/mesh_messages_allowed_v2",
            "functions/mesh_memories_allowed_v1",
            "functions/mesh_narrow_messages_v2",
            "functions/mesh_withhold_quotes_v1",
            "functions/mesh_after_message_event_v2",
            "tables/references_of_memories_v1",
            "triggers/memories_v1",
            undo=UNDO,
        ),
    )
