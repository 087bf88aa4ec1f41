"""What each reply of the agent was built from."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import RuntimeAgent
from conversation_search.models.transcript import MessageEvent


class MemoryProvenance(models.Model):
    """One row is the lineage of one reply: the ids of everything its run was shown.

    Ids are kept as they were and never deleted with their source: a dangling one denies.
    """

    message_event = models.OneToOneField(
        MessageEvent, models.PROTECT, primary_key=True, related_name="provenance"
    )
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    answered_message_id = models.BigIntegerField(null=True)
    """The inbound message of the run; NULL for a scheduled post."""
    history_message_ids = ArrayField(models.BigIntegerField())
    memory_ids = ArrayField(models.BigIntegerField(), db_default=[])
    tool_result_ids = ArrayField(models.BigIntegerField(), db_default=[])
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "memory_provenance"
        indexes = (
            GinIndex(fields=["history_message_ids"], fastupdate=False, name="memory_provenance_sources"),
            GinIndex(fields=["memory_ids"], fastupdate=False, name="memory_provenance_memories"),
            models.Index(fields=["answered_message_id"], name="memory_provenance_answered"),
        )

    def __str__(self) -> str:
        return str(self.pk)
