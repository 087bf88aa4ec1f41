"""The disclosure rule, lineage, and what the database refuses to whoever writes."""

from django.db import migrations

from migrations._files import install

FUNCTIONS = (
    "mesh_audience_type_v1",
    "mesh_audience_known_v1",
    "mesh_many_readers_within_v1",
    "mesh_readers_within_v1",
    "mesh_audience_allows_v1",
    "mesh_listed_readers_v1",
    "mesh_heard_readers_v1",
    "mesh_conversation_audience_v1",
    "mesh_destination_audience_v1",
    "mesh_run_destinations_v1",
    "mesh_room_allows_v1",
    "mesh_allowed_audiences_v1",
    "mesh_lineage_allows_v1",
    "mesh_allowed_classes_v1",
    "mesh_exclusion_rule_v1",
    "mesh_messages_allowed_v1",
    "mesh_intern_audience_v1",
    "mesh_intern_class_v1",
    "mesh_close_lineage_v1",
    "mesh_narrow_messages_v1",
)
TRIGGERS = (
    "refuse_change_v1",
    "message_events_v1",
    "message_source_evidence_v1",
    "actors_v1",
    "append_only_v1",
)

UNDO = """
DROP FUNCTION public.mesh_refuse_change, public.mesh_guard_message_event, public.mesh_after_message_event,
    public.mesh_check_evidence, public.mesh_after_evidence, public.mesh_guard_evidence, public.mesh_guard_actor,
    public.mesh_after_actor, public.mesh_after_participant CASCADE;
DROP FUNCTION public.mesh_narrow_messages, public.mesh_close_lineage, public.mesh_intern_class,
    public.mesh_intern_audience, public.mesh_messages_allowed, public.mesh_exclusion_rule,
    public.mesh_allowed_classes, public.mesh_lineage_allows, public.mesh_allowed_audiences, public.mesh_room_allows,
    public.mesh_run_destinations, public.mesh_destination_audience, public.mesh_conversation_audience,
    public.mesh_heard_readers, public.mesh_listed_readers, public.mesh_audience_allows,
    public.mesh_audience_known, public.mesh_readers_within, public.mesh_many_readers_within;
DROP TYPE public.mesh_audience;
"""


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0003_references_of_agent"),)
    operations = (
        install(
            *(f"functions/{name}" for name in FUNCTIONS),
            *(f"triggers/{name}" for name in TRIGGERS),
            undo=UNDO,
        ),
    )
