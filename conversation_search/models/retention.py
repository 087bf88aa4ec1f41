"""What decides how long messages are kept: legal holds, and what was done about them."""

from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import Actor, Conversation, RuntimeAgent

HOLD_EVENTS = ["placed", "release_asked", "release_refused", "released"]
WHO_KINDS = ["api_key", "user"]


class LegalHold(models.Model):
    """One row is one order that text must not be destroyed: of an agent, and there of a person, a room or a time.

    It holds what fits everything that it names, whatever arrives later included, until a second person lets it be
    released. Kept for good: the database refuses every change but the release.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    actor = models.ForeignKey(Actor, models.PROTECT, null=True, related_name="+")
    """One account of the person; the accounts that were ever proved to be the same person's count as well."""
    conversation = models.ForeignKey(Conversation, models.PROTECT, null=True, related_name="+")
    sent_from = models.DateTimeField(null=True)
    sent_before = models.DateTimeField(null=True)
    reason = models.TextField()
    placed_at = models.DateTimeField(db_default=Now())
    released_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "legal_holds"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(sent_from__isnull=True)
                | models.Q(sent_before__isnull=True)
                | models.Q(sent_from__lt=models.F("sent_before")),
                name="legal_holds_time_forward",
            ),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="legal_holds_of_agent"),
        )

    def __str__(self) -> str:
        return str(self.pk)


class LegalHoldEvent(models.Model):
    """One row is one thing that somebody did about a hold: placed it, asked for its release, decided that.

    Append-only. The database takes a release only after somebody else asked for it.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    legal_hold = models.ForeignKey(LegalHold, models.PROTECT, related_name="events")
    kind = models.TextField()
    """`placed`, `release_asked`, `release_refused` or `released`."""
    happened_at = models.DateTimeField(db_default=Now())
    who_kind = models.TextField()
    """`api_key` or `user`."""
    who = models.BigIntegerField()
    """The row number of the key or of the user; without a reference, so that the row outlives them."""
    who_name = models.TextField()
    """The first characters of the key, or the name of the user."""
    reason = models.TextField()

    class Meta:
        db_table = "legal_hold_events"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=HOLD_EVENTS), name="legal_hold_events_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(who_kind__in=WHO_KINDS), name="legal_hold_events_who_kind"
            ),
        )
        indexes = (models.Index(fields=["legal_hold", "id"], name="legal_hold_events_of_hold"),)

    def __str__(self) -> str:
        return f"{self.kind} by {self.who_name}"
