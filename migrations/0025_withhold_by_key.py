"""A deletion withholds what quotes a message by its key, however many messages there are."""

from django.db import migrations

from migrations._files import again, install


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0024_erasure_execution"),)
    operations = (
        install("functions/mesh_withhold_quotes_v3", undo=again("functions/mesh_withhold_quotes_v2")),
    )
