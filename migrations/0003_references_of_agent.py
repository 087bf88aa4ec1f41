"""No reference crosses from one perspective into another."""

from django.db import migrations

from migrations._files import install, read


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0002_runs_and_audit"),)
    operations = (install("tables/references_of_agent_v1", undo=read("tables/references_of_agent_v1_undo")),)
