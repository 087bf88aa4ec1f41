"""Legal holds: what they cover, and what was done about them."""

from django.db import migrations, models
from django.db.models import PROTECT
from django.db.models.functions import Now

from migrations._files import install

UNDO = """
DROP FUNCTION public.mesh_place_hold, public.mesh_guard_hold, public.mesh_check_hold_event,
    public.mesh_after_hold_event CASCADE;
DROP TRIGGER legal_holds_kept ON public.legal_holds;
DROP TRIGGER legal_holds_not_truncated ON public.legal_holds;
DROP TRIGGER legal_hold_events_append_only ON public.legal_hold_events;
DROP TRIGGER legal_hold_events_not_truncated ON public.legal_hold_events;
DROP FUNCTION public.mesh_is_held;
DROP FUNCTION public.mesh_hold_covers;
DROP FUNCTION public.mesh_held_accounts;
ALTER TABLE public.legal_hold_events DROP CONSTRAINT legal_hold_events_hold_of_agent;
ALTER TABLE public.legal_holds
    DROP CONSTRAINT legal_holds_actor_of_agent,
    DROP CONSTRAINT legal_holds_conversation_of_agent;
"""


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0019_who_looked"),)
    operations = (
        migrations.CreateModel(
            name="LegalHold",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sent_from", models.DateTimeField(null=True)),
                ("sent_before", models.DateTimeField(null=True)),
                ("reason", models.TextField()),
                ("placed_at", models.DateTimeField(db_default=Now())),
                ("released_at", models.DateTimeField(null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True, on_delete=PROTECT, related_name="+", to="conversation_search.actor"
                    ),
                ),
                (
                    "conversation",
                    models.ForeignKey(
                        null=True, on_delete=PROTECT, related_name="+", to="conversation_search.conversation"
                    ),
                ),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=PROTECT, related_name="+", to="conversation_search.runtimeagent"
                    ),
                ),
            ],
            options={
                "db_table": "legal_holds",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("sent_from__isnull", True),
                            ("sent_before__isnull", True),
                            ("sent_from__lt", models.F("sent_before")),
                            _connector="OR",
                        ),
                        name="legal_holds_time_forward",
                    ),
                    models.UniqueConstraint(fields=("id", "runtime_agent"), name="legal_holds_of_agent"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LegalHoldEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("happened_at", models.DateTimeField(db_default=Now())),
                ("who_kind", models.TextField()),
                ("who", models.BigIntegerField()),
                ("who_name", models.TextField()),
                ("reason", models.TextField()),
                (
                    "legal_hold",
                    models.ForeignKey(
                        on_delete=PROTECT, related_name="events", to="conversation_search.legalhold"
                    ),
                ),
                (
                    "runtime_agent",
                    models.ForeignKey(
                        on_delete=PROTECT, related_name="+", to="conversation_search.runtimeagent"
                    ),
                ),
            ],
            options={
                "db_table": "legal_hold_events",
                "indexes": [models.Index(fields=["legal_hold", "id"], name="legal_hold_events_of_hold")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["placed", "release_asked", "release_refused", "released"])
                        ),
                        name="legal_hold_events_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("who_kind__in", ["api_key", "user"])),
                        name="legal_hold_events_who_kind",
                    ),
                ],
            },
        ),
        install(
            "tables/references_of_holds_v1",
            "functions/mesh_held_accounts_v1",
            "functions/mesh_hold_covers_v1",
            "functions/mesh_is_held_v1",
            "triggers/legal_holds_v1",
            undo=UNDO,
        ),
    )
