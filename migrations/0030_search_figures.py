"""The figures of the overview, added up once."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0029_indexing_cost"),)

    operations = (
        migrations.CreateModel(
            name="SearchFigure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("quarter", models.DateTimeField()),
                ("status", models.TextField()),
                ("searches", models.BigIntegerField()),
                ("degraded", models.BigIntegerField()),
                ("already_in_context", models.BigIntegerField()),
                ("no_evidence", models.BigIntegerField()),
                ("audience", models.BigIntegerField()),
                ("lineage", models.BigIntegerField()),
                ("below_cutoff", models.BigIntegerField()),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
            ],
            options={
                "db_table": "search_figures",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("quarter", "runtime_agent", "status"), name="search_figures_of_quarter"
                    )
                ],
            },
        ),
    )
