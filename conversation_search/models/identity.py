"""People who proved that several accounts are theirs, in one perspective."""

from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import Actor, RuntimeAgent
from conversation_search.models.runs import Run


class Person(models.Model):
    """One row is one person record: the accounts that were proved, link by link, to be one person's.

    It has no name and no account of its own: both are the actors'.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "persons"
        constraints = (models.UniqueConstraint(fields=["id", "runtime_agent"], name="persons_of_agent"),)

    def __str__(self) -> str:
        return str(self.pk)


class IdentityLink(models.Model):
    """One row is one proof that two accounts are the same person's, live until it expires or is revoked.

    It is renewed by another proof of the same two, and revoked once, for good.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, models.PROTECT, related_name="links")
    first_actor = models.ForeignKey(Actor, models.PROTECT, related_name="+")
    """The one with the smaller id, so that a pair is one row whoever asked first."""
    second_actor = models.ForeignKey(Actor, models.PROTECT, related_name="+")
    linked_at = models.DateTimeField()
    proved_at = models.DateTimeField()
    """The latest proof."""
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    revoked_by = models.TextField(null=True)  # noqa: DJ001 - nobody is not an empty name
    """`side`, `operator`, or `retirement` of one of the accounts."""

    class Meta:
        db_table = "identity_links"
        constraints = (
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="identity_links_of_agent"),
            models.UniqueConstraint(
                fields=["first_actor", "second_actor"],
                condition=models.Q(revoked_at__isnull=True),
                name="identity_links_once",
            ),
            models.CheckConstraint(
                condition=models.Q(first_actor__lt=models.F("second_actor")), name="identity_links_ordered"
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | models.Q(revoked_at__isnull=False, revoked_by__in=["side", "operator", "retirement"]),
                name="identity_links_revoked_by",
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)


class IdentityChallenge(models.Model):
    """One row is one code that a person was given in one direct conversation, to be repeated in another.

    Only a hash of the code is kept. It is redeemed once, in time, and only while it is its account's newest.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    actor = models.ForeignKey(Actor, models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+", null=True)
    """The person record that whoever redeems it joins; NULL makes a new one of the two."""
    code_hash = models.BinaryField(unique=True)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    redeemed_at = models.DateTimeField(null=True)
    redeemed_run = models.ForeignKey(Run, models.PROTECT, related_name="+", null=True)
    link = models.ForeignKey(IdentityLink, models.PROTECT, related_name="challenges", null=True)
    """The link that it made or renewed."""

    class Meta:
        db_table = "identity_challenges"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(redeemed_at__isnull=True, redeemed_run__isnull=True, link__isnull=True)
                | models.Q(redeemed_at__isnull=False, redeemed_run__isnull=False, link__isnull=False),
                name="identity_challenges_redeemed_whole",
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)
