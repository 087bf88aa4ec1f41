"""Agents, the platforms they are connected to, the rooms there and the people in them."""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now


def random_key() -> bytes:
    """Return 32 random bytes: a secret of one perspective."""
    return secrets.token_bytes(32)


class RuntimeAgent(models.Model):
    """One row is one agent: a perspective. Everything below it is its own and is never shared."""

    slug = models.SlugField(max_length=100, unique=True)
    created_at = models.DateTimeField(db_default=Now())
    public_id_key = models.BinaryField(default=random_key, editable=False)
    """Permutes row numbers into the opaque ids that are given out."""
    digest_salt = models.BinaryField(default=random_key, editable=False, null=True)
    """Salts the digests of this perspective's queries; NULL once it was destroyed."""

    class Meta:
        db_table = "runtime_agents"

    def __str__(self) -> str:
        return self.slug


class Connector(models.Model):
    """One row is one platform workspace as one agent sees it; `type:name` is its namespace."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="connectors")
    type = models.TextField(db_collation="C")
    name = models.TextField(db_collation="C")
    joiners_read_history = models.BooleanField(db_default=False)
    """Whoever joins a private channel there can scroll back to what was said before."""
    public = models.BooleanField(db_default=False)
    """Messages there may carry an explicit audience that is wider than their room's."""
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "connectors"
        constraints = (
            models.UniqueConstraint(fields=["runtime_agent", "type", "name"], name="connectors_namespace"),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="connectors_of_agent"),
        )

    def __str__(self) -> str:
        return f"{self.type}:{self.name}"


class Actor(models.Model):
    """One row is one account of one connector that speaks, or is listed as a member."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    connector = models.ForeignKey(Connector, models.PROTECT, related_name="actors")
    external_id = models.TextField(db_collation="C")
    display_name = models.TextField(null=True)  # noqa: DJ001 - unknown is not empty
    organization = models.TextField(null=True)  # noqa: DJ001
    is_agent = models.BooleanField(db_default=False)
    """It speaks for the agent. Once true, true for good: what it says needs provenance."""
    own_account = models.TextField(null=True)  # noqa: DJ001
    """How we know it as the agent's own, which reads no room: `registered`, or `stand_in` until one is.

    NULL: a message alone called it an agent. It reads its rooms as any other bot does, unless none is registered.
    """
    is_external = models.BooleanField(db_default=False)
    """A guest, or someone of another organization: a room with one is externally shared."""
    generation = models.IntegerField(db_default=1)
    """Counts the people that this id has stood for; a later one shares nothing with those before."""
    retired_at = models.DateTimeField(null=True)
    """When the account was handed to someone else. From then on `external_id` is the old id and its generation."""

    class Meta:
        db_table = "actors"
        constraints = (
            models.UniqueConstraint(fields=["connector", "external_id"], name="actors_external_id"),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="actors_of_agent"),
            models.CheckConstraint(
                condition=models.Q(own_account__isnull=True)
                | models.Q(own_account__in=["registered", "stand_in"]),
                name="actors_own_account_known",
            ),
        )
        indexes = (
            models.Index(
                fields=["connector"], condition=models.Q(is_agent=True), name="actors_agent_accounts"
            ),
            models.Index(
                fields=["connector", "external_id"],
                condition=models.Q(generation__gt=1),
                name="actors_handed_on",
            ),
        )

    def __str__(self) -> str:
        return self.external_id


class Conversation(models.Model):
    """One row is one room or direct message as it is now; a thread belongs to its channel.

    `members` is the latest listing as the platform gave it: NULL when there never was one.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    connector = models.ForeignKey(Connector, models.PROTECT, related_name="conversations")
    external_thread_id = models.TextField(db_collation="C")
    kind = models.TextField()
    name = models.TextField(null=True)  # noqa: DJ001
    members = ArrayField(models.TextField(), null=True)
    members_as_of = models.DateTimeField(null=True)
    """Since when speakers count as readers beside the listing: when it was true, or the end of its import."""
    members_listed_as_of = models.DateTimeField(null=True)
    """When the listing was true; an older one is ignored."""
    listed_as_of = models.DateTimeField(null=True)
    """When the newest description of this room was true; an older one does not rename it."""
    kind_as_of = models.DateTimeField(null=True)
    """When the newest description that said its kind was true. An older one does not change it."""
    shared_as_of = models.DateTimeField(null=True)
    """The same for `flagged_shared`. NULL when it was never said: a flag then counts however old it is."""
    restricted_as_of = models.DateTimeField(null=True)
    """The same for `restricted`."""
    flagged_shared = models.BooleanField(db_default=False)
    has_external_participant = models.BooleanField(db_default=False)
    """Kept by triggers: anyone ever listed or heard here is external now."""
    restricted = models.BooleanField(db_default=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "conversations"
        constraints = (
            models.UniqueConstraint(
                fields=["connector", "external_thread_id"], name="conversations_external_id"
            ),
            models.UniqueConstraint(fields=["id", "runtime_agent"], name="conversations_of_agent"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["direct", "group_direct", "private_channel", "public_channel"]),
                name="conversations_kind_known",
            ),
        )

    def __str__(self) -> str:
        return self.external_thread_id


class ConversationParticipant(models.Model):
    """One row is one account that was ever listed in a room or heard there."""

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    conversation = models.ForeignKey(Conversation, models.PROTECT, related_name="participants")
    actor = models.ForeignKey(Actor, models.PROTECT, related_name="+")
    last_spoke_at = models.DateTimeField(null=True)
    """When its latest message arrived here, by our clock; NULL when it was only listed."""

    class Meta:
        db_table = "conversation_participants"
        constraints = (
            models.UniqueConstraint(fields=["conversation", "actor"], name="conversation_participants_once"),
        )

    def __str__(self) -> str:
        return f"{self.actor_id} in {self.conversation_id}"
