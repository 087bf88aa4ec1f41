"""The seal of the audit: which row has which number, and what was signed about them."""

from django.db import models
from django.db.models.functions import Now


class AuditSealEntry(models.Model):
    """One row is the number of one sealed row within its stream, with the hash of that row as it was then.

    Append-only. It goes with its row, when a pruning covers both. docs/audit-seal.md says what is hashed.
    """

    pk = models.CompositePrimaryKey("stream", "number")
    stream = models.TextField()
    """The name of the stream, usually that of the table."""
    number = models.BigIntegerField()
    """From 1, without gaps."""
    row_id = models.BigIntegerField()
    leaf = models.BinaryField()
    """SHA-256 of the row in its canonical form."""
    signature = models.BinaryField()
    """Of the leaf; it tells which row was changed where row and leaf were changed together."""

    class Meta:
        db_table = "audit_seal_entries"
        constraints = (models.UniqueConstraint(fields=["stream", "row_id"], name="audit_seal_entries_once"),)

    def __str__(self) -> str:
        return str(self.pk)


class AuditCheckpoint(models.Model):
    """One row is one signed checkpoint: what was sealed since the one before it, and the hash of that one.

    Append-only, and kept when the rows that it sealed are pruned.
    """

    number = models.BigIntegerField(primary_key=True)
    """From 1, without gaps."""
    made_at = models.DateTimeField()
    key_id = models.TextField()
    payload = models.TextField()
    """What was signed, as canonical JSON."""
    signature = models.BinaryField()
    """Ed25519 over the payload."""

    class Meta:
        db_table = "audit_checkpoints"
        indexes = (models.Index(fields=["key_id"], name="audit_checkpoints_key"),)

    def __str__(self) -> str:
        return str(self.number)


class AuditPruning(models.Model):
    """One row says that the rows of a stream up to a number were removed because they were old, and is signed.

    Append-only, and itself sealed.
    """

    stream = models.TextField()
    first_number = models.BigIntegerField()
    last_number = models.BigIntegerField()
    checkpoint = models.ForeignKey(AuditCheckpoint, models.PROTECT, related_name="+")
    """The one whose segment ends with the last number."""
    key_id = models.TextField()
    payload = models.TextField()
    """What was signed, as canonical JSON."""
    signature = models.BinaryField()
    """Ed25519 over the payload."""

    class Meta:
        db_table = "audit_prunings"
        constraints = (
            models.UniqueConstraint(fields=["stream", "first_number"], name="audit_prunings_once"),
        )

    def __str__(self) -> str:
        return str(self.pk)


class AuditVerification(models.Model):
    """One row is one verification of the seal that came to its end, and what it found. Append-only."""

    verified_at = models.DateTimeField(db_default=Now())
    duration_ms = models.FloatField()
    last_checkpoint = models.BigIntegerField()
    """Up to which one it looked; 0 when there was none."""
    rows = models.BigIntegerField()
    """Rows whose hashes were computed anew."""
    pruned_rows = models.BigIntegerField()
    """Rows that were pruned, so that only their checkpoints were looked at."""
    with_file = models.BooleanField()
    """Whether checkpoints that were exported were compared too."""
    is_sound = models.BooleanField()
    finding = models.JSONField()
    """What was found first, and which checkpoint proves it; empty when nothing was."""

    class Meta:
        db_table = "audit_verifications"

    def __str__(self) -> str:
        return str(self.pk)
