"""Runs of an agent, what each was shown, and the tools it called."""

from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import Actor, Conversation, RuntimeAgent
from conversation_search.models.transcript import MessageEvent


class Run(models.Model):
    """One row is one turn of an agent: one inbound message to one reply."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="+")
    requester = models.ForeignKey(Actor, models.PROTECT, related_name="+", null=True)
    requester_organization = models.TextField(null=True)  # noqa: DJ001
    inbound_message = models.ForeignKey(MessageEvent, models.PROTECT, related_name="+", null=True)
    external_run_id = models.TextField(db_collation="C", null=True)  # noqa: DJ001
    history_window = models.IntegerField()
    destination = models.JSONField()
    """The audience of the conversation at the moment the run was opened."""
    opened_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    reply_message = models.ForeignKey(MessageEvent, models.PROTECT, related_name="+", null=True)

    class Meta:
        db_table = "runs"
        constraints = (
            models.UniqueConstraint(fields=["runtime_agent", "external_run_id"], name="runs_external_id"),
            models.UniqueConstraint(fields=["runtime_agent", "id"], name="runs_of_agent"),
        )
        indexes = (
            models.Index(fields=["opened_at", "id"], name="runs_time"),
            models.Index(fields=["runtime_agent", "opened_at", "id"], name="runs_agent_time"),
        )

    def __str__(self) -> str:
        return str(self.pk)


class ToolCall(models.Model):
    """One row is one call of a tool by the model, without its arguments and without its result."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="tool_calls")
    tool = models.TextField()
    idempotency_key = models.TextField(db_collation="C", null=True)  # noqa: DJ001
    request_digest = models.BinaryField()
    """Keyed digest of the body, to tell a repeat from a reuse of its key."""
    called_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "tool_calls"
        constraints = (
            models.UniqueConstraint(fields=["run", "idempotency_key"], name="tool_calls_idempotency_key"),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="tool_calls_of_agent"),
        )

    def __str__(self) -> str:
        return str(self.pk)


class LedgerEntry(models.Model):
    """One row is one message that one run has been shown, once, and where."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="ledger")
    message_event = models.ForeignKey(MessageEvent, models.PROTECT, related_name="+", db_constraint=False)
    """Kept when the message is gone for good: an id that dangles denies."""
    source = models.TextField()
    """`window`, `hit`, `before` or `after`."""
    tool_call = models.ForeignKey(ToolCall, models.PROTECT, related_name="+", null=True)
    hit_rank = models.IntegerField(null=True)
    """The rank of the hit, or of the hit it stood beside; from 1."""
    position = models.IntegerField()
    """Place within its window or its side of the hit, oldest first; from 0."""
    revision = models.IntegerField()
    """The revision of the message that was shown."""
    shown_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "ledger_entries"
        constraints = (
            models.UniqueConstraint(fields=["run", "message_event"], name="ledger_entries_once"),
            models.CheckConstraint(
                condition=models.Q(source__in=["window", "hit", "before", "after"]),
                name="ledger_entries_source_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.message_event_id} in {self.run_id}"
