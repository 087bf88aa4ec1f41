"""Who may call the API, and who looked at what."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import RuntimeAgent


class ApiKey(models.Model):
    """One row is one bearer key of one agent. Only a hash of it is kept."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="api_keys")
    prefix = models.CharField(max_length=16)
    """The first characters, to tell keys apart in a list."""
    key_hash = models.BinaryField(unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=20))
    created_at = models.DateTimeField(db_default=Now())
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "api_keys"

    def __str__(self) -> str:
        return f"{self.prefix}… of {self.runtime_agent_id}"


class ApiKeyUsage(models.Model):
    """One row is one key's requests in its present window; the table is not logged, a crash begins a new window."""

    api_key = models.OneToOneField(ApiKey, models.CASCADE, primary_key=True, related_name="+")
    window_started_at = models.DateTimeField()
    requests = models.IntegerField()
    """Up to one beyond the limit."""

    class Meta:
        db_table = "api_key_usage"
        managed = False

    def __str__(self) -> str:
        return str(self.pk)


class AccessLogEntry(models.Model):
    """One row is one look of an operator at what is kept about messages: who, when, and at which ids.

    Append-only: the database refuses UPDATE, DELETE and TRUNCATE. Written before the answer, or there is none.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    accessed_at = models.DateTimeField(db_default=Now())
    who_kind = models.TextField()
    """`api_key` or `user`."""
    who = models.TextField()
    """The first characters of the key, or the name of the user."""
    action = models.TextField()
    """What was asked for, for instance `explain`."""
    filters = models.JSONField()
    ids = models.JSONField()
    """Row numbers that were asked about, by what they are of."""

    class Meta:
        db_table = "access_log"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(who_kind__in=["api_key", "user"]), name="access_log_who_kind"
            ),
        )
        indexes = (models.Index(fields=["runtime_agent", "-id"], name="access_log_newest"),)

    def __str__(self) -> str:
        return f"{self.action} by {self.who}"
