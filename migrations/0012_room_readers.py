"""Which accounts of an agent were registered as its own: only these are no readers of a room."""

from django.db import migrations, models

from migrations._files import install, read

# Those that counted until now go on counting; they are few.
KEEP = "UPDATE public.actors SET own_account = 'registered' WHERE is_agent;"
UNDO = (
    "".join(
        read(f"functions/{name}_v1").replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
        for name in ("mesh_heard_readers", "mesh_listed_readers")
    )
    + "DROP FUNCTION public.mesh_is_own_account;"
)


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0011_room_history"),)
    operations = (
        migrations.AddField("actor", "own_account", models.TextField(null=True)),
        migrations.RunSQL(KEEP, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "actor",
            models.CheckConstraint(
                condition=models.Q(
                    ("own_account__isnull", True),
                    ("own_account__in", ["registered", "stand_in"]),
                    _connector="OR",
                ),
                name="actors_own_account_known",
            ),
        ),
        install(
            "functions/mesh_is_own_account_v1",
            "functions/mesh_heard_readers_v2",
            "functions/mesh_listed_readers_v2",
            undo=UNDO,
        ),
    )
