"""The transcript: the only place where the text of a message is kept."""

from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import Actor, Conversation, RuntimeAgent


class MessageEvent(models.Model):
    """One row is one message, kept for good.

    The database refuses every change but three: a newer body from its platform, the one deletion, which empties the
    body and leaves the row as a tombstone, and the purge of a body that the deletion had to keep.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+", db_index=False)
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="messages", db_index=False)
    actor = models.ForeignKey(Actor, models.PROTECT, related_name="+", db_index=False)
    external_message_id = models.TextField(db_collation="C", null=True)  # noqa: DJ001
    """The platform's id; NULL for a reply of the agent, whose ids are in `delivered_messages`."""
    sender_display_name = models.TextField(null=True)  # noqa: DJ001 - as the message itself gave it
    sender_organization = models.TextField(null=True)  # noqa: DJ001
    sent_at = models.DateTimeField()
    received_at = models.DateTimeField(db_default=Now())
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)
    """From then on nothing of it is shown, whether its body is gone or must be kept."""
    purge_due_at = models.DateTimeField(null=True)
    """When its body should have gone, while a legal hold or a legal minimum keeps it."""
    revision = models.IntegerField(db_default=1)
    """Counts the bodies this row has had, for whoever must know whether it changed."""
    body = models.TextField()

    class Meta:
        db_table = "message_events"
        constraints = (
            models.UniqueConstraint(
                fields=["conversation", "external_message_id"], name="message_events_external_id"
            ),
            models.UniqueConstraint(fields=["runtime_agent", "id"], name="message_events_of_agent"),
            models.CheckConstraint(
                condition=models.Q(deleted_at__isnull=True)
                | models.Q(body="")
                | models.Q(purge_due_at__isnull=False),
                name="message_events_tombstone_empty",
            ),
        )
        indexes = (
            models.Index(fields=["actor", "conversation"], name="message_events_speaker"),
            models.Index(
                fields=["conversation", "sent_at"],
                condition=models.Q(deleted_at__isnull=True),
                name="message_events_lifetime",
            ),
            models.Index(
                fields=["runtime_agent", "id"],
                condition=models.Q(purge_due_at__isnull=False),
                name="message_events_purge_due",
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)


class DeliveredMessage(models.Model):
    """One row is one platform id under which a reply was posted; a split reply has several."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="+")
    external_message_id = models.TextField(db_collation="C")
    message_event = models.ForeignKey(MessageEvent, models.PROTECT, related_name="deliveries")

    class Meta:
        db_table = "delivered_messages"
        constraints = (
            models.UniqueConstraint(
                fields=["conversation", "external_message_id"], name="delivered_messages_external_id"
            ),
        )

    def __str__(self) -> str:
        return self.external_message_id
