"""What only an erasure may do: remove a tombstone on which nothing is built, and release what was withheld."""

from django.db import migrations, models
from django.db.models import PROTECT

from migrations._files import functions_again, install, read

UNDO = (
    read("tables/ledgers_keep_ids_v1_undo")
    + read("triggers/removal_v1_undo")
    + functions_again("triggers/message_source_evidence_v1")
    + functions_again("triggers/memories_v1")
    + """
DROP FUNCTION public.mesh_guard_removal, public.mesh_remove_tombstones, public.mesh_may_remove,
    public.mesh_may_release, public.mesh_memory_is_held;
"""
)


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0023_erasure"),)
    operations = (
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="ledgerentry",
                    name="message_event",
                    field=models.ForeignKey(
                        db_constraint=False,
                        on_delete=PROTECT,
                        related_name="+",
                        to="conversation_search.messageevent",
                    ),
                ),
                migrations.AlterField(
                    model_name="memoryledgerentry",
                    name="memory",
                    field=models.ForeignKey(
                        db_constraint=False,
                        on_delete=PROTECT,
                        related_name="+",
                        to="conversation_search.memory",
                    ),
                ),
            ],
        ),
        install(
            "tables/ledgers_keep_ids_v1",
            "functions/mesh_memory_is_held_v1",
            "functions/mesh_may_remove_v1",
            "functions/mesh_remove_tombstones_v1",
            "functions/mesh_may_release_v1",
            "functions/mesh_guard_evidence_v2",
            "functions/mesh_guard_memory_v2",
            "triggers/removal_v1",
            undo=UNDO,
        ),
    )
