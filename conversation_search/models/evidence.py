"""Who may read what: interned audiences, the evidence of each message, and closed lineage."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import Connector, Conversation, RuntimeAgent
from conversation_search.models.transcript import MessageEvent


class Audience(models.Model):
    """One row is one audience that text of one conversation was sent to; never changed."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    connector = models.ForeignKey(Connector, models.PROTECT, related_name="+")
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="+")
    kind = models.TextField()
    """The kind of the conversation when the text was sent; `tool_result` where an external tool granted it."""
    visibility = models.TextField()
    readers = ArrayField(models.TextField(), null=True)
    """External ids, sorted; only for `members`."""
    externally_shared = models.BooleanField()
    restricted = models.BooleanField()
    explicit = models.BooleanField()
    """The message named its own readers, so whoever joins the room later is not among them."""
    fingerprint = models.BinaryField()
    """sha256 of everything above: a list of readers may be too long for an index."""

    class Meta:
        db_table = "audiences"
        constraints = (
            models.UniqueConstraint(fields=["conversation", "fingerprint"], name="audiences_interned"),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="audiences_of_agent"),
            models.CheckConstraint(
                condition=models.Q(visibility__in=["public", "workspace"], readers__isnull=True)
                | models.Q(visibility="members", readers__isnull=False),
                name="audiences_readers_of_members",
            ),
        )

    def __str__(self) -> str:
        return f"{self.visibility} {self.pk}"


class PastAudience(models.Model):
    """One row is one audience that text of a conversation was sent to until the conversation opened to others.

    What was sent before that and arrives later needs it too.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+", db_index=False)
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="+", db_index=False)
    audience = models.ForeignKey(Audience, models.PROTECT, related_name="+", null=True, db_index=False)
    """NULL when its readers were unknown: what was sent then is never shown."""
    held_until = models.DateTimeField()
    """When the description that opened the conversation was true."""

    class Meta:
        db_table = "past_audiences"
        indexes = (models.Index(fields=["conversation", "held_until"], name="past_audiences_held"),)

    def __str__(self) -> str:
        return str(self.pk)


class DisclosureClass(models.Model):
    """One row is one set of audiences that must all allow a text: its own and its sources'."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    audience_ids = ArrayField(models.BigIntegerField())
    fingerprint = models.BinaryField()

    class Meta:
        db_table = "disclosure_classes"
        constraints = (
            models.UniqueConstraint(
                fields=["runtime_agent", "fingerprint"], name="disclosure_classes_interned"
            ),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="disclosure_classes_of_agent"),
        )
        indexes = (GinIndex(fields=["audience_ids"], fastupdate=False, name="disclosure_classes_audiences"),)

    def __str__(self) -> str:
        return str(self.pk)


class MessageSourceEvidence(models.Model):
    """One row is the stored audience of one message. Without a row nothing of it is disclosed.

    The audience is written once. The class may only narrow: grow, or become NULL (unknown).
    """

    message_event = models.OneToOneField(
        MessageEvent, models.PROTECT, primary_key=True, related_name="evidence"
    )
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+", db_index=False)
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="+", db_index=False)
    sent_at = models.DateTimeField()
    audience = models.ForeignKey(Audience, models.PROTECT, related_name="+", db_index=False)
    disclosure_class = models.ForeignKey(
        DisclosureClass, models.PROTECT, related_name="+", null=True, db_column="class_id", db_index=False
    )
    """Own audience and all ancestors'; NULL when any of them is unknown."""
    withheld_at = models.DateTimeField(null=True)
    """Set when it was deleted, or when a message it was built on directly was."""
    recorded_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "message_source_evidence"
        indexes = (
            models.Index(
                fields=["conversation", "sent_at", "message_event"],
                include=["disclosure_class", "audience", "withheld_at"],
                name="evidence_conversation_order",
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)
