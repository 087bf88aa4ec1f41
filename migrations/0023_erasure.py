"""Requests to erase, their items, steps and receipts, and the ledger of what was erased."""

import django.contrib.postgres.fields
import django.contrib.postgres.functions
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from migrations._files import install

UNDO = """
DROP FUNCTION public.mesh_was_erased, public.mesh_message_fingerprint, public.mesh_row_fingerprint,
    public.mesh_posted_fingerprint;
DROP FUNCTION public.mesh_guard_erasure_request, public.mesh_guard_erasure_item CASCADE;
ALTER TABLE public.erasure_items DROP CONSTRAINT erasure_items_request_of_agent;
ALTER TABLE public.erasure_events DROP CONSTRAINT erasure_events_request_of_agent;
ALTER TABLE public.erasure_receipts DROP CONSTRAINT erasure_receipts_request_of_agent;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("conversation_search", "0022_retention_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="ErasureRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reference",
                    models.UUIDField(db_default=django.contrib.postgres.functions.RandomUUID(), unique=True),
                ),
                ("kind", models.TextField()),
                ("message_id", models.BigIntegerField(null=True)),
                ("conversation_id", models.BigIntegerField(null=True)),
                (
                    "actor_ids",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), null=True, size=None
                    ),
                ),
                ("sent_after", models.DateTimeField(null=True)),
                ("sent_before", models.DateTimeField(null=True)),
                ("upto_message_id", models.BigIntegerField()),
                ("reason", models.TextField()),
                ("asked_by_kind", models.TextField()),
                ("asked_by", models.BigIntegerField()),
                ("asked_by_name", models.TextField()),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("decided_by_kind", models.TextField(null=True)),
                ("decided_by", models.BigIntegerField(null=True)),
                ("decided_by_name", models.TextField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                ("status", models.TextField()),
                ("counted", models.JSONField(null=True)),
                ("deleted", models.JSONField(db_default={})),
                ("erased_at", models.DateTimeField(null=True)),
                ("erased_in", models.TextField(null=True)),
                ("verified_at", models.DateTimeField(null=True)),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
            ],
            options={
                "db_table": "erasure_requests",
            },
        ),
        migrations.CreateModel(
            name="ErasureReceipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("issued_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("is_complete", models.BooleanField()),
                ("document", models.TextField()),
                ("sha256", models.BinaryField()),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="receipts",
                        to="conversation_search.erasurerequest",
                    ),
                ),
            ],
            options={
                "db_table": "erasure_receipts",
            },
        ),
        migrations.CreateModel(
            name="ErasureItem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("subject_id", models.BigIntegerField()),
                ("is_target", models.BooleanField()),
                ("choice", models.TextField()),
                ("why", models.TextField(null=True)),
                ("state", models.TextField(db_default="pending")),
                ("is_gathered", models.BooleanField(db_default=False)),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="items",
                        to="conversation_search.erasurerequest",
                    ),
                ),
            ],
            options={
                "db_table": "erasure_items",
            },
        ),
        migrations.CreateModel(
            name="ErasureEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("happened_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("what", models.TextField()),
                ("who_kind", models.TextField()),
                ("who", models.TextField()),
                ("details", models.JSONField(db_default={})),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="conversation_search.erasurerequest",
                    ),
                ),
            ],
            options={
                "db_table": "erasure_events",
            },
        ),
        migrations.CreateModel(
            name="ErasureLedgerEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.BinaryField()),
                ("request_reference", models.UUIDField()),
                ("erased_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="conversation_search.runtimeagent",
                    ),
                ),
            ],
            options={
                "db_table": "erasure_ledger",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("runtime_agent", "fingerprint"), name="erasure_ledger_once"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="erasurerequest",
            index=models.Index(fields=["runtime_agent", "-id"], name="erasure_requests_newest"),
        ),
        migrations.AddIndex(
            model_name="erasurerequest",
            index=models.Index(fields=["status", "id"], name="erasure_requests_status"),
        ),
        migrations.AddConstraint(
            model_name="erasurerequest",
            constraint=models.UniqueConstraint(
                fields=("id", "runtime_agent"), name="erasure_requests_of_agent"
            ),
        ),
        migrations.AddConstraint(
            model_name="erasurerequest",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["message", "conversation", "person", "time_range"])),
                name="erasure_requests_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasurerequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "status__in",
                        [
                            "gathering",
                            "waiting",
                            "refused",
                            "withdrawn",
                            "approved",
                            "running",
                            "erased",
                            "complete",
                            "incomplete",
                        ],
                    )
                ),
                name="erasure_requests_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasurerequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("asked_by_kind__in", ["api_key", "user"]),
                    models.Q(
                        ("decided_by_kind__isnull", True),
                        ("decided_by_kind__in", ["api_key", "user"]),
                        _connector="OR",
                    ),
                ),
                name="erasure_requests_who_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasurerequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("decided_by__isnull", True),
                    models.Q(
                        ("decided_by", models.F("asked_by")),
                        ("decided_by_kind", models.F("asked_by_kind")),
                        _negated=True,
                    ),
                    _connector="OR",
                ),
                name="erasure_requests_by_a_second_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasurerequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("decided_at__isnull", True),
                        ("decided_by__isnull", True),
                        ("status__in", ["gathering", "waiting", "withdrawn"]),
                    ),
                    models.Q(
                        models.Q(("status__in", ["gathering", "waiting", "withdrawn"]), _negated=True),
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("decided_by_kind__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="erasure_requests_decided_as_a_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasurerequest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "message"), ("message_id__isnull", False)),
                    models.Q(("conversation_id__isnull", False), ("kind", "conversation")),
                    models.Q(("actor_ids__isnull", False), ("actor_ids__len__gt", 0), ("kind", "person")),
                    models.Q(
                        ("kind", "time_range"),
                        models.Q(
                            ("sent_after__isnull", False), ("sent_before__isnull", False), _connector="OR"
                        ),
                    ),
                    _connector="OR",
                ),
                name="erasure_requests_selector",
            ),
        ),
        migrations.AddIndex(
            model_name="erasurereceipt",
            index=models.Index(fields=["request", "-id"], name="erasure_receipts_newest"),
        ),
        migrations.AddIndex(
            model_name="erasureitem",
            index=models.Index(fields=["request", "state", "id"], name="erasure_items_of_state"),
        ),
        migrations.AddIndex(
            model_name="erasureitem",
            index=models.Index(fields=["kind", "subject_id"], name="erasure_items_subject"),
        ),
        migrations.AddIndex(
            model_name="erasureitem",
            index=models.Index(
                condition=models.Q(("choice", "erase"), ("is_gathered", False)),
                fields=["request", "id"],
                name="erasure_items_to_gather",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasureitem",
            constraint=models.UniqueConstraint(
                fields=("request", "kind", "subject_id"), name="erasure_items_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="erasureitem",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["message", "memory"])), name="erasure_items_kind_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="erasureitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("choice__in", ["erase", "keep", "release"]),
                    models.Q(("is_target", False), ("choice", "erase"), _connector="OR"),
                    models.Q(
                        models.Q(("choice", "release"), _negated=True),
                        ("why__isnull", False),
                        _connector="OR",
                    ),
                ),
                name="erasure_items_choice",
            ),
        ),
        migrations.AddConstraint(
            model_name="erasureitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["pending", "erased", "held", "kept", "released", "untouched"])
                ),
                name="erasure_items_state_known",
            ),
        ),
        migrations.AddIndex(
            model_name="erasureevent",
            index=models.Index(fields=["request", "id"], name="erasure_events_of_request"),
        ),
        install(
            "functions/mesh_fingerprints_v1",
            "tables/references_of_erasure_v1",
            "triggers/erasure_v1",
            undo=UNDO,
        ),
    ]
