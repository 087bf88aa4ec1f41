"""Retention policies, and deletions that keep what must be kept."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import PROTECT
from django.db.models.functions import Now

from migrations._files import again, functions_again, install

UNDO = (
    """
DROP FUNCTION public.mesh_check_retention_change, public.mesh_after_retention_change, public.mesh_guard_policy CASCADE;
DROP TRIGGER retention_changes_append_only ON public.retention_changes;
DROP TRIGGER retention_changes_not_truncated ON public.retention_changes;
DROP TRIGGER retention_policies_not_truncated ON public.retention_policies;
DROP TRIGGER retention_run_events_append_only ON public.retention_run_events;
DROP TRIGGER retention_run_events_not_truncated ON public.retention_run_events;
"""
    + functions_again("triggers/message_events_v1")
    + again("functions/mesh_after_message_event_v2")
    + again("functions/mesh_withhold_quotes_v1")
    + again("functions/mesh_lineage_walk_v1")
    + """
DROP FUNCTION public.mesh_empty_memories;
DROP FUNCTION public.mesh_memory_has_source;
DROP FUNCTION public.mesh_await_holds;
DROP FUNCTION public.mesh_must_keep;
DROP FUNCTION public.mesh_minimum_days;
DROP FUNCTION public.mesh_is_unexpired_there;
DROP FUNCTION public.mesh_expiry;
DROP FUNCTION public.mesh_is_unexpired;
DROP FUNCTION public.mesh_is_expired;
DROP FUNCTION public.mesh_shown_everywhere_since;
DROP FUNCTION public.mesh_shown_since;
DROP FUNCTION public.mesh_lifetime_days;
DROP FUNCTION public.mesh_policy_fits;
ALTER TABLE public.retention_policies
    DROP CONSTRAINT retention_policies_connector_of_agent,
    DROP CONSTRAINT retention_policies_conversation_of_agent,
    DROP CONSTRAINT retention_policies_change_of_agent;
ALTER TABLE public.retention_changes
    DROP CONSTRAINT retention_changes_connector_of_agent,
    DROP CONSTRAINT retention_changes_conversation_of_agent,
    DROP CONSTRAINT retention_changes_asked_of_agent;
"""
)


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0020_legal_holds"),)

    operations = (
        migrations.CreateModel(
            name="RetentionChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("days", models.IntegerField(null=True)),
                ("removes", models.BooleanField(db_default=False)),
                ("step", models.TextField()),
                ("would_expire", models.BigIntegerField()),
                ("happened_at", models.DateTimeField(db_default=Now())),
                ("who_kind", models.TextField()),
                ("who", models.BigIntegerField()),
                ("who_name", models.TextField()),
                ("reason", models.TextField()),
            ],
            options={
                "db_table": "retention_changes",
            },
        ),
        migrations.CreateModel(
            name="RetentionPolicy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("days", models.IntegerField(null=True)),
            ],
            options={
                "db_table": "retention_policies",
            },
        ),
        migrations.CreateModel(
            name="RetentionRunEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("run_key", models.UUIDField()),
                ("step", models.TextField()),
                ("is_dry_run", models.BooleanField()),
                ("deleted", models.BigIntegerField()),
                ("kept", models.BigIntegerField()),
                ("purged", models.BigIntegerField()),
                ("happened_at", models.DateTimeField(db_default=Now())),
            ],
            options={
                "db_table": "retention_run_events",
            },
        ),
        migrations.RemoveConstraint(
            model_name="messageevent",
            name="message_events_tombstone_empty",
        ),
        migrations.AddField(
            model_name="messageevent",
            name="purge_due_at",
            field=models.DateTimeField(null=True),
        ),
        AddConstraintNotValid(
            model_name="messageevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("deleted_at__isnull", True),
                    ("body", ""),
                    ("purge_due_at__isnull", False),
                    _connector="OR",
                ),
                name="message_events_tombstone_empty",
            ),
        ),
        migrations.AddField(
            model_name="retentionchange",
            name="asked",
            field=models.OneToOneField(
                null=True, on_delete=PROTECT, related_name="answer", to="conversation_search.retentionchange"
            ),
        ),
        migrations.AddField(
            model_name="retentionchange",
            name="connector",
            field=models.ForeignKey(
                null=True, on_delete=PROTECT, related_name="+", to="conversation_search.connector"
            ),
        ),
        migrations.AddField(
            model_name="retentionchange",
            name="conversation",
            field=models.ForeignKey(
                null=True, on_delete=PROTECT, related_name="+", to="conversation_search.conversation"
            ),
        ),
        migrations.AddField(
            model_name="retentionchange",
            name="runtime_agent",
            field=models.ForeignKey(
                null=True, on_delete=PROTECT, related_name="+", to="conversation_search.runtimeagent"
            ),
        ),
        migrations.AddField(
            model_name="retentionpolicy",
            name="change",
            field=models.ForeignKey(
                on_delete=PROTECT, related_name="+", to="conversation_search.retentionchange"
            ),
        ),
        migrations.AddField(
            model_name="retentionpolicy",
            name="connector",
            field=models.ForeignKey(
                null=True, on_delete=PROTECT, related_name="+", to="conversation_search.connector"
            ),
        ),
        migrations.AddField(
            model_name="retentionpolicy",
            name="conversation",
            field=models.ForeignKey(
                null=True, on_delete=PROTECT, related_name="+", to="conversation_search.conversation"
            ),
        ),
        migrations.AddField(
            model_name="retentionpolicy",
            name="runtime_agent",
            field=models.ForeignKey(
                null=True, on_delete=PROTECT, related_name="+", to="conversation_search.runtimeagent"
            ),
        ),
        migrations.AddField(
            model_name="retentionrunevent",
            name="runtime_agent",
            field=models.ForeignKey(
                on_delete=PROTECT, related_name="+", to="conversation_search.runtimeagent"
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind", "lifetime"),
                    models.Q(("days__isnull", False), ("kind", "legal_minimum")),
                    models.Q(("kind", "legal_minimum"), ("removes", True)),
                    _connector="OR",
                ),
                name="retention_changes_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("connector__isnull", True), ("conversation__isnull", True)),
                    models.Q(
                        ("runtime_agent__isnull", False),
                        models.Q(
                            ("connector__isnull", True), ("conversation__isnull", True), _connector="OR"
                        ),
                    ),
                    _connector="OR",
                ),
                name="retention_changes_scope_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("days__isnull", True), models.Q(("days__gte", 1), ("days__lte", 36500)), _connector="OR"
                ),
                name="retention_changes_days_sensible",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("asked__isnull", True), ("step", "asked")),
                    models.Q(("asked__isnull", False), ("step__in", ["saved", "refused"])),
                    _connector="OR",
                ),
                name="retention_changes_step_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("who_kind__in", ["api_key", "user"])), name="retention_changes_who_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionchange",
            constraint=models.UniqueConstraint(
                fields=("id", "runtime_agent"), name="retention_changes_of_agent"
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionpolicy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind", "lifetime"),
                    models.Q(("days__isnull", False), ("kind", "legal_minimum")),
                    _connector="OR",
                ),
                name="retention_policies_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionpolicy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("connector__isnull", True), ("conversation__isnull", True)),
                    models.Q(
                        ("runtime_agent__isnull", False),
                        models.Q(
                            ("connector__isnull", True), ("conversation__isnull", True), _connector="OR"
                        ),
                    ),
                    _connector="OR",
                ),
                name="retention_policies_scope_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionpolicy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("days__isnull", True), models.Q(("days__gte", 1), ("days__lte", 36500)), _connector="OR"
                ),
                name="retention_policies_days_sensible",
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionpolicy",
            constraint=models.UniqueConstraint(
                fields=("kind", "runtime_agent", "connector", "conversation"),
                name="retention_policies_once",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrunevent",
            constraint=models.UniqueConstraint(
                fields=("run_key", "runtime_agent", "step"), name="retention_run_events_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="retentionrunevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("step__in", ["started", "finished"])),
                name="retention_run_events_step_known",
            ),
        ),
        install(
            "tables/references_of_retention_v1",
            "functions/mesh_policy_fits_v1",
            "functions/mesh_lifetime_days_v1",
            "functions/mesh_shown_since_v1",
            "functions/mesh_must_keep_v1",
            "functions/mesh_guard_message_event_v2",
            "functions/mesh_memory_has_source_v1",
            "functions/mesh_empty_memories_v1",
            "functions/mesh_withhold_quotes_v2",
            "functions/mesh_after_message_event_v3",
            "functions/mesh_lineage_walk_v2",
            "triggers/retention_v1",
            undo=UNDO,
        ),
    )
