"""Counts the requests of each key across processes."""

from django.db import migrations, models

from migrations._files import read


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0009_search_text_rebuild"),)
    operations = (
        migrations.RunSQL(
            read("tables/api_key_usage_v1"),
            "DROP TABLE public.api_key_usage",
            state_operations=[
                migrations.CreateModel(
                    name="ApiKeyUsage",
                    fields=[
                        (
                            "api_key",
                            models.OneToOneField(
                                "conversation_search.ApiKey",
                                models.CASCADE,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                            ),
                        ),
                        ("window_started_at", models.DateTimeField()),
                        ("requests", models.IntegerField()),
                    ],
                    options={"db_table": "api_key_usage", "managed": False},
                ),
            ],
        ),
    )
