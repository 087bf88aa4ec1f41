"""What the audit pages keep, and the roles of those who may open them."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from migrations._files import install

ROLES = ("auditor", "compliance officer", "retention admin", "platform admin")


def add_roles(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make one group a role; a group of that name that is there already is kept."""
    for role in ROLES:
        apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).get_or_create(name=role)


def remove_roles(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the groups; whoever was in one can open no audit page any more."""
    groups = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    groups.filter(name__in=ROLES).delete()


class Migration(migrations.Migration):
    dependencies = (
        ("conversation_search", "0012_room_readers"),
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )
    operations = (
        migrations.CreateModel(
            name="PageAccess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("accessed_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("user_id", models.BigIntegerField()),
                ("username", models.TextField()),
                ("page", models.TextField()),
                ("action", models.TextField()),
                ("outcome", models.TextField()),
                ("subject", models.TextField(null=True)),
                ("filters", models.JSONField(db_default={})),
                ("reason", models.TextField(null=True)),
                ("details", models.JSONField(db_default={})),
            ],
            options={
                "db_table": "page_accesses",
            },
        ),
        migrations.CreateModel(
            name="Reveal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("subject_id", models.BigIntegerField()),
                ("asked_by", models.BigIntegerField()),
                ("asked_by_name", models.TextField()),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("reason", models.TextField()),
                ("decided_by", models.BigIntegerField(null=True)),
                ("decided_by_name", models.TextField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("granted", models.BooleanField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "reveals",
            },
        ),
        migrations.CreateModel(
            name="SavedView",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("page", models.TextField()),
                ("name", models.TextField()),
                ("query", models.TextField()),
                ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "db_table": "saved_views",
            },
        ),
        migrations.CreateModel(
            name="SignInFailure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.BinaryField()),
                ("failed_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "db_table": "sign_in_failures",
            },
        ),
        migrations.AddIndex(
            model_name="pageaccess",
            index=models.Index(fields=["user_id", "id"], name="page_accesses_of_user"),
        ),
        migrations.AddIndex(
            model_name="pageaccess",
            index=models.Index(fields=["accessed_at"], name="page_accesses_time"),
        ),
        migrations.AddIndex(
            model_name="pageaccess",
            index=models.Index(
                condition=models.Q(("action__in", ["exported", "export_ended"])),
                fields=["id"],
                name="page_accesses_exports",
            ),
        ),
        migrations.AddConstraint(
            model_name="pageaccess",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "action__in",
                        ["viewed", "signed_in", "exported", "export_ended", "asked", "decided", "revealed"],
                    )
                ),
                name="page_accesses_action_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="pageaccess",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome__in", ["shown", "refused", "not_found"])),
                name="page_accesses_outcome_known",
            ),
        ),
        migrations.AddField(
            model_name="reveal",
            name="runtime_agent",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="conversation_search.runtimeagent",
            ),
        ),
        migrations.AddField(
            model_name="savedview",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddIndex(
            model_name="signinfailure",
            index=models.Index(fields=["source", "failed_at"], name="sign_in_failures_of_source"),
        ),
        migrations.AddIndex(
            model_name="signinfailure",
            index=models.Index(fields=["failed_at"], name="sign_in_failures_time"),
        ),
        migrations.AddIndex(
            model_name="reveal",
            index=models.Index(fields=["asked_by", "id"], name="reveals_of_asker"),
        ),
        migrations.AddConstraint(
            model_name="reveal",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["person", "room"])), name="reveals_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="reveal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("decided_by__isnull", True),
                    models.Q(("decided_by", models.F("asked_by")), _negated=True),
                    _connector="OR",
                ),
                name="reveals_by_a_second_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="reveal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("decided_at__isnull", True),
                        ("decided_by__isnull", True),
                        ("expires_at__isnull", True),
                        ("granted__isnull", True),
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("expires_at__isnull", False),
                        ("granted", True),
                    ),
                    models.Q(
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("expires_at__isnull", True),
                        ("granted", False),
                    ),
                    _connector="OR",
                ),
                name="reveals_decided_as_a_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="savedview",
            constraint=models.UniqueConstraint(fields=("user", "page", "name"), name="saved_views_name"),
        ),
        install(
            "triggers/pages_v1",
            undo="""
            DROP TRIGGER reveals_not_truncated ON public.reveals;
            DROP TRIGGER reveals_kept ON public.reveals;
            DROP TRIGGER reveals_guard ON public.reveals;
            DROP FUNCTION public.mesh_guard_reveal();
            DROP TRIGGER page_accesses_not_truncated ON public.page_accesses;
            DROP TRIGGER page_accesses_append_only ON public.page_accesses;
            """,
        ),
        migrations.RunPython(add_roles, remove_roles),
    )
