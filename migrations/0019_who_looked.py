"""Who looked at what, written once."""

from django.db import migrations, models
from django.db.models import PROTECT
from django.db.models.functions import Now

from migrations._files import install


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0018_memories_index"),)
    operations = (
        migrations.CreateModel(
            name="AccessLogEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("accessed_at", models.DateTimeField(db_default=Now())),
                ("who_kind", models.TextField()),
                ("who", models.TextField()),
                ("action", models.TextField()),
                ("filters", models.JSONField()),
                ("ids", models.JSONField()),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=PROTECT, related_name="+", to="conversation_search.runtimeagent"
                    ),
                ),
            ],
            options={
                "db_table": "access_log",
                "indexes": [models.Index(fields=["runtime_agent", "-id"], name="access_log_newest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("who_kind__in", ["api_key", "user"])), name="access_log_who_kind"
                    )
                ],
            },
        ),
        install(
            "triggers/access_log_v1",
            undo="""
DROP TRIGGER access_log_append_only ON public.access_log;
DROP TRIGGER access_log_not_truncated ON public.access_log;
""",
        ),
    )
