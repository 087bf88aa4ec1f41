"""What a room was before it opened to others, for what was sent then and arrives later."""

import django.db.models.deletion
from django.db import migrations, models

from migrations._files import install

UNDO = """
DROP FUNCTION public.mesh_keep_past_audience, public.mesh_narrow_late_evidence, public.mesh_narrow_late_edit CASCADE;
DROP FUNCTION public.mesh_late_audiences;
DROP TRIGGER past_audiences_append_only ON public.past_audiences;
DROP TRIGGER past_audiences_not_truncated ON public.past_audiences;
ALTER TABLE public.past_audiences
    DROP CONSTRAINT past_audiences_conversation_of_agent,
    DROP CONSTRAINT past_audiences_audience_of_agent;
"""


def _to(model: str, *, null: bool = False) -> models.ForeignKey[models.Model, models.Model]:
    return models.ForeignKey(
        db_index=False,
        null=null,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=f"conversation_search.{model}",
    )


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0010_rate_limits"),)
    operations = (
        *(
            migrations.AddField("conversation", name, models.DateTimeField(null=True))
            for name in ("kind_as_of", "shared_as_of", "restricted_as_of")
        ),
        migrations.CreateModel(
            name="PastAudience",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("held_until", models.DateTimeField()),
                ("audience", _to("audience", null=True)),
                ("conversation", _to("conversation")),
                ("runtime_agent", _to("runtimeagent")),
            ],
            options={
                "db_table": "past_audiences",
                "indexes": [models.Index(fields=["conversation", "held_until"], name="past_audiences_held")],
            },
        ),
        install(
            "tables/past_audiences_v1",
            "functions/mesh_late_audiences_v1",
            "triggers/past_audiences_v1",
            undo=UNDO,
        ),
    )
