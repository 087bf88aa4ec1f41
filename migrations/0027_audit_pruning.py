"""Audit rows may go once they are sealed, old, and pruned; the locks are those of an instant."""

from django.db import migrations

from migrations._files import install, read


class Migration(migrations.Migration):
    dependencies = (("conversation_search", "0026_audit_seal"),)
    operations = (install("triggers/prunable_v1", undo=read("triggers/prunable_v1_undo")),)
