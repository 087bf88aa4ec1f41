"""What agents remember: texts formed in runs, as private as everything they were formed from."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Now

from conversation_search.models.evidence import Audience, DisclosureClass
from conversation_search.models.rooms import Conversation, RuntimeAgent
from conversation_search.models.runs import Run


class ToolResult(models.Model):
    """One row says that a run was given text by an external tool, and to whom that text was granted.

    Its audience is a list of readers that no link of identities extends. No text of it is kept.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="tool_results")
    source = models.TextField()
    """What the runtime calls the tool."""
    audience = models.ForeignKey(Audience, models.PROTECT, related_name="+", null=True)
    """NULL when it was granted to nobody but accounts of the agent."""
    recorded_at = models.DateTimeField()

    class Meta:
        db_table = "tool_results"
        constraints = (models.UniqueConstraint(fields=["id", "runtime_agent"], name="tool_results_of_agent"),)

    def __str__(self) -> str:
        return f"{self.source} in {self.run_id}"


class Memory(models.Model):
    """One row is one memory with its evidence and its lineage: all that its run had been shown when it was formed.

    The class may only narrow. A memory dies, emptied, with the last message or memory that it was formed from; ids
    of sources are kept as they were, and a dangling one denies.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="remembered")
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="+")
    body = models.TextField()
    remembered_at = models.DateTimeField()
    answered_message_id = models.BigIntegerField(null=True)
    """The inbound message of the run; NULL for a scheduled post."""
    history_message_ids = ArrayField(models.BigIntegerField())
    memory_ids = ArrayField(models.BigIntegerField())
    tool_result_ids = ArrayField(models.BigIntegerField(), db_default=[])
    audience = models.ForeignKey(Audience, models.PROTECT, related_name="+", null=True)
    """Who could read what was said in the room at that moment; NULL when unknown."""
    disclosure_class = models.ForeignKey(
        DisclosureClass, models.PROTECT, related_name="+", null=True, db_column="class_id"
    )
    """Own audience and all sources'; NULL when any of them is unknown."""
    withheld_at = models.DateTimeField(null=True)
    """Set when something that it was formed from directly was deleted."""
    deleted_at = models.DateTimeField(null=True)
    """Set when the last of it was."""

    class Meta:
        db_table = "memories"
        constraints = (
            models.UniqueConstraint(fields=["runtime_agent", "id"], name="memories_of_agent"),
            models.CheckConstraint(
                condition=models.Q(deleted_at__isnull=True) | models.Q(body=""),
                name="memories_tombstone_empty",
            ),
        )
        indexes = (
            GinIndex(fields=["history_message_ids"], fastupdate=False, name="memories_messages"),
            GinIndex(fields=["memory_ids"], fastupdate=False, name="memories_memories"),
            models.Index(fields=["answered_message_id"], name="memories_answered"),
        )

    def __str__(self) -> str:
        return str(self.pk)


class MemoryLedgerEntry(models.Model):
    """One row is one memory that one run has been shown, once. What is behind it is walked, never copied."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="memory_ledger")
    memory = models.ForeignKey(Memory, models.PROTECT, related_name="+", db_constraint=False)
    """Kept when the memory is gone for good: an id that dangles denies."""
    shown_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "memory_ledger_entries"
        constraints = (models.UniqueConstraint(fields=["run", "memory"], name="memory_ledger_entries_once"),)

    def __str__(self) -> str:
        return f"{self.memory_id} in {self.run_id}"
