"""What decides how long messages are kept: legal holds, and what was done about them."""

from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import Actor, Connector, Conversation, RuntimeAgent

POLICY_KINDS = ["lifetime", "legal_minimum"]
SCOPE_KNOWN = models.Q(connector__isnull=True, conversation__isnull=True) | (
    models.Q(runtime_agent__isnull=False)
    & (models.Q(connector__isnull=True) | models.Q(conversation__isnull=True))
)
"""A scope is one room or one connector of an agent, an agent, or all of them."""
DAYS_SENSIBLE = models.Q(days__isnull=True) | models.Q(days__gte=1, days__lte=36500)
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


class RetentionPolicy(models.Model):
    """One row is the policy of one scope as it is now: a room, else a connector, else an agent, else all of them.

    What the last saved change of that scope says, and nothing else: the database refuses any other write.
    """

    kind = models.TextField()
    """`lifetime`: how long messages are shown. `legal_minimum`: how long their text is kept whoever wants it gone."""
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, null=True, related_name="+")
    connector = models.ForeignKey(Connector, models.PROTECT, null=True, related_name="+")
    conversation = models.ForeignKey(Conversation, models.PROTECT, null=True, related_name="+")
    days = models.IntegerField(null=True)
    """Of 24 hours, from when a message was sent; NULL, of a lifetime: for good."""
    change = models.ForeignKey("RetentionChange", models.PROTECT, related_name="+")

    class Meta:
        db_table = "retention_policies"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind="lifetime") | models.Q(kind="legal_minimum", days__isnull=False),
                name="retention_policies_kind_known",
            ),
            models.CheckConstraint(condition=SCOPE_KNOWN, name="retention_policies_scope_known"),
            models.CheckConstraint(condition=DAYS_SENSIBLE, name="retention_policies_days_sensible"),
            models.UniqueConstraint(
                fields=["kind", "runtime_agent", "connector", "conversation"],
                name="retention_policies_once",
                nulls_distinct=False,
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.days} days"


class RetentionChange(models.Model):
    """One row is one step of a change of a policy: asked for after a preview, then saved or refused.

    Append-only. The database takes a change that was asked for by one and saved by somebody else, once.
    """

    kind = models.TextField()
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, null=True, related_name="+")
    connector = models.ForeignKey(Connector, models.PROTECT, null=True, related_name="+")
    conversation = models.ForeignKey(Conversation, models.PROTECT, null=True, related_name="+")
    days = models.IntegerField(null=True)
    removes = models.BooleanField(db_default=False)
    """Takes the policy away, so that the next wider scope decides."""
    step = models.TextField()
    """`asked`, `saved` or `refused`."""
    asked = models.OneToOneField("self", models.PROTECT, null=True, related_name="answer")
    """What this answers."""
    would_expire = models.BigIntegerField()
    """Messages that would be hidden at once and deleted by it, counted in that moment."""
    happened_at = models.DateTimeField(db_default=Now())
    who_kind = models.TextField()
    """`api_key` or `user`."""
    who = models.BigIntegerField()
    """The row number of the key or of the user; without a reference, so that the row outlives them."""
    who_name = models.TextField()
    reason = models.TextField()

    class Meta:
        db_table = "retention_changes"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind="lifetime")
                | models.Q(kind="legal_minimum", days__isnull=False)
                | models.Q(kind="legal_minimum", removes=True),
                name="retention_changes_kind_known",
            ),
            models.CheckConstraint(condition=SCOPE_KNOWN, name="retention_changes_scope_known"),
            models.CheckConstraint(condition=DAYS_SENSIBLE, name="retention_changes_days_sensible"),
            models.CheckConstraint(
                condition=models.Q(step="asked", asked__isnull=True)
                | models.Q(step__in=["saved", "refused"], asked__isnull=False),
                name="retention_changes_step_known",
            ),
            models.CheckConstraint(
                condition=models.Q(who_kind__in=WHO_KINDS), name="retention_changes_who_kind"
            ),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="retention_changes_of_agent"),
        )

    def __str__(self) -> str:
        return f"{self.step} by {self.who_name}"


class RetentionRunEvent(models.Model):
    """One row says that a run of retention began for an agent, or ended there, with what it did.

    Append-only. A run without an end is at work or was stopped; the next one goes on where it was.
    """

    run_key = models.UUIDField()
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    step = models.TextField()
    """`started` or `finished`."""
    is_dry_run = models.BooleanField()
    """It counted and changed nothing."""
    deleted = models.BigIntegerField()
    """Expired messages that were deleted, text and all."""
    kept = models.BigIntegerField()
    """Expired messages that were deleted and whose text must be kept, by a hold or a legal minimum."""
    purged = models.BigIntegerField()
    """Deleted messages whose text was kept until then and is gone now."""
    happened_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "retention_run_events"
        constraints = (
            models.UniqueConstraint(
                fields=["run_key", "runtime_agent", "step"], name="retention_run_events_once"
            ),
            models.CheckConstraint(
                condition=models.Q(step__in=["started", "finished"]), name="retention_run_events_step_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.run_key} {self.step}"
