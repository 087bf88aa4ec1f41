"""A tool may grant a text to another bot, which reads in a room as anyone does."""

from django.db import migrations

from migrations._files import again, install


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0031_holders_then"),)
    operations = (install("functions/mesh_intern_grant_v2", undo=again("functions/mesh_intern_grant_v1")),)
