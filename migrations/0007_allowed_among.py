"""Asks the rule for a few audiences alone without looking at the others."""

from django.db import migrations

from migrations._files import install, read

UNDO = f"""
DROP FUNCTION public.mesh_plain_classes, public.mesh_allowed_audiences, public.mesh_has_narrowed;
{read("functions/mesh_allowed_audiences_v1")}
"""


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0006_backfill_search_documents"),)
    operations = (
        install(
            "functions/mesh_has_narrowed_v1",
            "functions/mesh_allowed_audiences_v2",
            "functions/mesh_plain_classes_v1",
            undo=UNDO,
        ),
    )
