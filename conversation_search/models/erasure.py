"""Wishes that something be erased, what came of each message, and the receipts. Ids and figures, never a text."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from conversation_search.models.rooms import RuntimeAgent

KINDS = ["message", "conversation", "person", "time_range"]
WHO_KINDS = ["api_key", "user"]
STATUSES = [
    "gathering",
    "waiting",
    "refused",
    "withdrawn",
    "approved",
    "running",
    "erased",
    "complete",
    "incomplete",
]
CHOICES = ["erase", "keep", "release"]
STATES = ["pending", "erased", "held", "kept", "released", "untouched"]


class ErasureRequest(models.Model):
    """One row is one wish to erase: what is meant, who asked and why, who decided, and how far it has come.

    What is meant, the reason and whoever asked never change. The database refuses a decision by whoever asked,
    a second decision, and DELETE.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    reference = models.UUIDField(db_default=RandomUUID(), unique=True)
    """Names the request outside this database, where row numbers mean nothing."""
    kind = models.TextField()
    """`message`, `conversation`, `person` or `time_range`."""
    message_id = models.BigIntegerField(null=True)
    conversation_id = models.BigIntegerField(null=True)
    actor_ids = ArrayField(models.BigIntegerField(), null=True)
    """The account that was named, and the linked ones once they were confirmed."""
    sent_after = models.DateTimeField(null=True)
    """Inclusive."""
    sent_before = models.DateTimeField(null=True)
    """Exclusive."""
    upto_message_id = models.BigIntegerField()
    """The newest message when it was asked: nothing later is meant."""
    reason = models.TextField()
    asked_by_kind = models.TextField()
    """`user` or `api_key`."""
    asked_by = models.BigIntegerField()
    """The row number of the user or of the key; without a reference, so that the row outlives the account."""
    asked_by_name = models.TextField()
    asked_at = models.DateTimeField(db_default=Now())
    decided_by_kind = models.TextField(null=True)  # noqa: DJ001 - nobody yet
    decided_by = models.BigIntegerField(null=True)
    decided_by_name = models.TextField(null=True)  # noqa: DJ001 - nobody yet
    decided_at = models.DateTimeField(null=True)
    status = models.TextField()
    counted = models.JSONField(null=True)
    """Rows of each store when the execution began."""
    deleted = models.JSONField(db_default={})
    """Rows that the execution took out of each store, counted in the transaction that did it."""
    erased_at = models.DateTimeField(null=True)
    erased_in = models.TextField(null=True)  # noqa: DJ001 - not yet
    """The number of the transaction that ended the execution."""
    verified_at = models.DateTimeField(null=True)
    """When its stores were last looked at again."""

    class Meta:
        db_table = "erasure_requests"
        constraints = (
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="erasure_requests_of_agent"),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="erasure_requests_kind_known"),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="erasure_requests_status_known"),
            models.CheckConstraint(
                condition=Q(asked_by_kind__in=WHO_KINDS)
                & (Q(decided_by_kind__isnull=True) | Q(decided_by_kind__in=WHO_KINDS)),
                name="erasure_requests_who_known",
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True)
                | ~Q(decided_by=F("asked_by"), decided_by_kind=F("asked_by_kind")),
                name="erasure_requests_by_a_second_person",
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=["gathering", "waiting", "withdrawn"],
                    decided_by__isnull=True,
                    decided_at__isnull=True,
                )
                | (
                    ~Q(status__in=["gathering", "waiting", "withdrawn"])
                    & Q(decided_by__isnull=False, decided_by_kind__isnull=False, decided_at__isnull=False)
                ),
                name="erasure_requests_decided_as_a_whole",
            ),
            models.CheckConstraint(
                condition=Q(kind="message", message_id__isnull=False)
                | Q(kind="conversation", conversation_id__isnull=False)
                | Q(kind="person", actor_ids__isnull=False, actor_ids__len__gt=0)
                | (Q(kind="time_range") & (Q(sent_after__isnull=False) | Q(sent_before__isnull=False))),
                name="erasure_requests_selector",
            ),
        )
        indexes = (
            models.Index(fields=["runtime_agent", "-id"], name="erasure_requests_newest"),
            models.Index(fields=["status", "id"], name="erasure_requests_status"),
        )

    def __str__(self) -> str:
        return str(self.pk)


class ErasureItem(models.Model):
    """One row is one message or memory of one request: meant itself, or built directly on what is erased.

    No reference keeps what it names: the row tells what became of it when it is gone.
    """

    request = models.ForeignKey(ErasureRequest, models.PROTECT, related_name="items")
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    kind = models.TextField()
    """`message` or `memory`."""
    subject_id = models.BigIntegerField()
    is_target = models.BooleanField()
    """Meant itself. False for what was built on it, whose fate is chosen."""
    choice = models.TextField()
    """`erase`; of what was built on it also `keep` (withheld) or `release` (to its old audience)."""
    why = models.TextField(null=True)  # noqa: DJ001 - a release alone has one
    """Why it may be released, for the second person to read."""
    state = models.TextField(db_default="pending")
    """`pending`, `erased`, `held` back, `kept` withheld, `released`, or `untouched`: nothing it quotes is gone."""
    is_gathered = models.BooleanField(db_default=False)
    """What was built on it has been looked for."""

    class Meta:
        db_table = "erasure_items"
        constraints = (
            models.UniqueConstraint(fields=["request", "kind", "subject_id"], name="erasure_items_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["message", "memory"]), name="erasure_items_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(choice__in=CHOICES)
                & (Q(is_target=False) | Q(choice="erase"))
                & (~Q(choice="release") | Q(why__isnull=False)),
                name="erasure_items_choice",
            ),
            models.CheckConstraint(condition=Q(state__in=STATES), name="erasure_items_state_known"),
        )
        indexes = (
            models.Index(fields=["request", "state", "id"], name="erasure_items_of_state"),
            models.Index(fields=["kind", "subject_id"], name="erasure_items_subject"),
            models.Index(
                fields=["request", "id"],
                condition=Q(choice="erase", is_gathered=False),
                name="erasure_items_to_gather",
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)


class ErasureEvent(models.Model):
    """One row is one step of one request: asked, chosen, decided, executed, verified. Append-only."""

    request = models.ForeignKey(ErasureRequest, models.PROTECT, related_name="events")
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    happened_at = models.DateTimeField(db_default=Now())
    what = models.TextField()
    """For instance `asked`, `chosen`, `approved`, `started`, `erased`, `verified`."""
    who_kind = models.TextField()
    """`user`, `api_key`, or `worker` for what no person did."""
    who = models.TextField()
    details = models.JSONField(db_default={})
    """Figures."""

    class Meta:
        db_table = "erasure_events"
        indexes = (models.Index(fields=["request", "id"], name="erasure_events_of_request"),)

    def __str__(self) -> str:
        return str(self.pk)


class ErasureReceipt(models.Model):
    """One row is one receipt: what was found in every store after an erasure, as it was written. Append-only.

    The newest of a request counts; each verification writes one.
    """

    request = models.ForeignKey(ErasureRequest, models.PROTECT, related_name="receipts")
    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(db_default=Now())
    is_complete = models.BooleanField()
    document = models.TextField()
    """Canonical JSON: keys sorted, no blanks, UTF-8."""
    sha256 = models.BinaryField()
    """Of the document's bytes."""

    class Meta:
        db_table = "erasure_receipts"
        indexes = (models.Index(fields=["request", "-id"], name="erasure_receipts_newest"),)

    def __str__(self) -> str:
        return str(self.pk)


class ErasureLedgerEntry(models.Model):
    """One row is one message, memory or posted id that was erased for good, by its fingerprint. Append-only.

    It is all that is left to know a message by when it comes again, late or from a backup.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    fingerprint = models.BinaryField()
    """sha256 of the agent's own key and of what names the message on its platform, or its row."""
    request_reference = models.UUIDField()
    erased_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "erasure_ledger"
        constraints = (
            models.UniqueConstraint(fields=["runtime_agent", "fingerprint"], name="erasure_ledger_once"),
        )

    def __str__(self) -> str:
        return str(self.pk)
