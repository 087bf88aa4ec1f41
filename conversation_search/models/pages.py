"""What the audit pages keep: who looked at what, saved views, revealed names, and sign-ins that failed."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import RuntimeAgent

ACTIONS = ["viewed", "signed_in", "exported", "export_ended", "asked", "decided", "revealed"]
OUTCOMES = ["shown", "refused", "not_found"]


class PageAccess(models.Model):
    """One row is one look at the audit, one export of it, or one refusal of either.

    Append-only, and written before the page leaves, or the page does not leave. Whoever looked is kept by
    number and name, without a reference, so that the row outlives the account.
    """

    accessed_at = models.DateTimeField(db_default=Now())
    user_id = models.BigIntegerField()
    username = models.TextField()
    page = models.TextField()
    """The name of its address, for instance `searches`."""
    action = models.TextField()
    """`viewed`, `signed_in`, `exported`, `export_ended`, `asked`, `decided` or `revealed`."""
    outcome = models.TextField()
    """`shown`, `refused` (by role) or `not_found`."""
    subject = models.TextField(null=True)  # noqa: DJ001 - a list has none
    """`agent.id` of what the page is about."""
    filters = models.JSONField(db_default={})
    reason = models.TextField(null=True)  # noqa: DJ001 - only where the reader gave one
    details = models.JSONField(db_default={})
    """Of an export: its manifest."""

    class Meta:
        db_table = "page_accesses"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(action__in=ACTIONS),
                name="page_accesses_action_known",
            ),
            models.CheckConstraint(
                condition=models.Q(outcome__in=OUTCOMES),
                name="page_accesses_outcome_known",
            ),
        )
        indexes = (
            models.Index(fields=["user_id", "id"], name="page_accesses_of_user"),
            models.Index(fields=["accessed_at"], name="page_accesses_time"),
            models.Index(
                fields=["id"],
                condition=models.Q(action__in=["exported", "export_ended"]),
                name="page_accesses_exports",
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)


class SavedView(models.Model):
    """One row is one filter that one reader gave a name, on one page."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    page = models.TextField()
    name = models.TextField()
    query = models.TextField()
    """The query string of the page, without the place in the list."""
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "saved_views"
        constraints = (models.UniqueConstraint(fields=["user", "page", "name"], name="saved_views_name"),)

    def __str__(self) -> str:
        return self.name


class SearchFigure(models.Model):
    """One row is what the searches of one agent that ended alike in one quarter of an hour add up to.

    Derived from the audit rows once the quarter is over, so that the overview need not count them anew; the rows
    themselves are the record. Quarters, because every time zone begins its days with one.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+", db_index=False)
    quarter = models.DateTimeField()
    """The beginning of the quarter of an hour."""
    status = models.TextField()
    searches = models.BigIntegerField()
    degraded = models.BigIntegerField()
    already_in_context = models.BigIntegerField()
    no_evidence = models.BigIntegerField()
    audience = models.BigIntegerField()
    lineage = models.BigIntegerField()
    below_cutoff = models.BigIntegerField()

    class Meta:
        db_table = "search_figures"
        constraints = (
            models.UniqueConstraint(
                fields=["quarter", "runtime_agent", "status"], name="search_figures_of_quarter"
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)


class Reveal(models.Model):
    """One row is one wish to see the name behind a pseudonym, and the answer of a second person.

    While `granted` and before `expires_at` the one who asked may read the name. The database refuses a
    decision by the one who asked, a second decision, and DELETE.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    kind = models.TextField()
    """`person` or `room`."""
    subject_id = models.BigIntegerField()
    """The row number of the actor or of the conversation."""
    asked_by = models.BigIntegerField()
    asked_by_name = models.TextField()
    asked_at = models.DateTimeField(db_default=Now())
    reason = models.TextField()
    decided_by = models.BigIntegerField(null=True)
    decided_by_name = models.TextField(null=True)  # noqa: DJ001 - nobody yet
    decided_at = models.DateTimeField(null=True)
    granted = models.BooleanField(null=True)
    expires_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "reveals"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=["person", "room"]), name="reveals_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(decided_by__isnull=True) | ~models.Q(decided_by=models.F("asked_by")),
                name="reveals_by_a_second_person",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    decided_by__isnull=True,
                    decided_at__isnull=True,
                    granted__isnull=True,
                    expires_at__isnull=True,
                )
                | models.Q(
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    granted=True,
                    expires_at__isnull=False,
                )
                | models.Q(
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    granted=False,
                    expires_at__isnull=True,
                ),
                name="reveals_decided_as_a_whole",
            ),
        )
        indexes = (models.Index(fields=["asked_by", "id"], name="reveals_of_asker"),)

    def __str__(self) -> str:
        return str(self.pk)


class SignInFailure(models.Model):
    """One row is one sign-in that failed, for one of its two sources: the account that was named, or the address.

    Rows older than the time that is looked back on are deleted by the next failure.
    """

    source = models.BinaryField()
    """Keyed digest of the account name or of the address: what is typed there may be a password."""
    failed_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "sign_in_failures"
        indexes = (
            models.Index(fields=["source", "failed_at"], name="sign_in_failures_of_source"),
            models.Index(fields=["failed_at"], name="sign_in_failures_time"),
        )

    def __str__(self) -> str:
        return str(self.pk)
