"""The seal of the audit: numbers, checkpoints, prunings and verifications."""

from django.db import migrations, models
from django.db.models import PROTECT
from django.db.models.functions import Now

from migrations._files import install

UNDO = """
DROP FUNCTION public.mesh_keep_unpruned_number, public.mesh_keep_unpruned_row, public.mesh_guard_pruning CASCADE;
DROP FUNCTION public.mesh_is_pruned, public.mesh_prune_rows, public.mesh_held_number, public.mesh_has_sealed_after,
    public.mesh_waiting_row, public.mesh_count_unsealed, public.mesh_unnumbered_rows, public.mesh_sealed_rows,
    public.mesh_unsealed_rows, public.mesh_sealed_values;
DROP TRIGGER audit_seal_entries_not_truncated ON public.audit_seal_entries;
DROP TRIGGER audit_checkpoints_append_only ON public.audit_checkpoints;
DROP TRIGGER audit_checkpoints_not_truncated ON public.audit_checkpoints;
DROP TRIGGER audit_prunings_append_only ON public.audit_prunings;
DROP TRIGGER audit_prunings_not_truncated ON public.audit_prunings;
DROP TRIGGER audit_verifications_append_only ON public.audit_verifications;
DROP TRIGGER audit_verifications_not_truncated ON public.audit_verifications;
"""


def _id() -> "models.BigAutoField[int, int]":
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0025_withhold_by_key"),)
    operations = (
        migrations.CreateModel(
            name="AuditCheckpoint",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("made_at", models.DateTimeField()),
                ("key_id", models.TextField()),
                ("payload", models.TextField()),
                ("signature", models.BinaryField()),
            ],
            options={
                "db_table": "audit_checkpoints",
                "indexes": [models.Index(fields=["key_id"], name="audit_checkpoints_key")],
            },
        ),
        migrations.CreateModel(
            name="AuditSealEntry",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "stream", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("stream", models.TextField()),
                ("number", models.BigIntegerField()),
                ("row_id", models.BigIntegerField()),
                ("leaf", models.BinaryField()),
                ("signature", models.BinaryField()),
            ],
            options={
                "db_table": "audit_seal_entries",
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "row_id"), name="audit_seal_entries_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditVerification",
            fields=[
                ("id", _id()),
                ("verified_at", models.DateTimeField(db_default=Now())),
                ("duration_ms", models.FloatField()),
                ("last_checkpoint", models.BigIntegerField()),
                ("rows", models.BigIntegerField()),
                ("pruned_rows", models.BigIntegerField()),
                ("with_file", models.BooleanField()),
                ("is_sound", models.BooleanField()),
                ("finding", models.JSONField()),
            ],
            options={"db_table": "audit_verifications"},
        ),
        migrations.CreateModel(
            name="AuditPruning",
            fields=[
                ("id", _id()),
                ("stream", models.TextField()),
                ("first_number", models.BigIntegerField()),
                ("last_number", models.BigIntegerField()),
                ("key_id", models.TextField()),
                ("payload", models.TextField()),
                ("signature", models.BinaryField()),
                (
                    "checkpoint",
                    models.ForeignKey(
                        on_delete=PROTECT, related_name="+", to="conversation_search.auditcheckpoint"
                    ),
                ),
            ],
            options={
                "db_table": "audit_prunings",
                "constraints": [
                    models.UniqueConstraint(fields=("stream", "first_number"), name="audit_prunings_once")
                ],
            },
        ),
        install(
            "functions/mesh_sealed_values_v1",
            "functions/mesh_unsealed_rows_v1",
            "functions/mesh_sealed_rows_v1",
            "functions/mesh_count_unsealed_v1",
            "functions/mesh_unnumbered_rows_v1",
            "functions/mesh_waiting_row_v1",
            "functions/mesh_has_sealed_after_v1",
            "functions/mesh_held_number_v1",
            "functions/mesh_prune_rows_v1",
            "functions/mesh_is_pruned_v1",
            "triggers/audit_seal_v1",
            undo=UNDO,
        ),
    )
