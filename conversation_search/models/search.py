"""The derived search index and the audit of every search."""

from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models.functions import Now

from conversation_search.models.rooms import RuntimeAgent
from conversation_search.models.runs import Run, ToolCall


class MessageSearchDocument(models.Model):
    """One row is one chunk of one message's text, ready to be matched; a short message has one.

    Derived and disposable: it narrows a search and never vouches for a row. Kept by triggers.
    The table is partitioned by agent, so its key is (agent, message, chunk).
    """

    pk = models.CompositePrimaryKey("runtime_agent_id", "message_event_id", "chunk")
    runtime_agent_id = models.BigIntegerField()
    message_event_id = models.BigIntegerField()
    chunk = models.IntegerField()
    """From 0; where it begins in the body follows from `mesh_search_chunks`."""
    conversation_id = models.BigIntegerField()
    actor_id = models.BigIntegerField()
    sent_at = models.DateTimeField()
    audience_id = models.BigIntegerField(null=True)
    """NULL when the message has no evidence."""
    class_id = models.BigIntegerField(null=True)
    """NULL when its lineage is unknown, or when it is withheld."""
    word_count = models.IntegerField()
    """Words of the whole message, for length normalization."""
    tokenizer_version = models.SmallIntegerField()
    tsv = SearchVectorField()
    """Its words as stems: what a search matches."""
    exact_tsv = SearchVectorField(null=True)
    """Its words as they are written, at the same places: what a quoted phrase is held to. NULL until rebuilt."""
    speaker_tsv = SearchVectorField(null=True)
    """The words of the speaker's name, NULL where the message gave none: then it is the actor's."""
    speaker_organization = models.TextField(null=True)  # noqa: DJ001 - NULL and empty differ
    """The speaker's organization, NULL where the message gave none: then it is the actor's."""

    class Meta:
        db_table = "message_search_documents"
        managed = False

    def __str__(self) -> str:
        return str(self.pk)


class SearchVocabulary(models.Model):
    """One row is one word of a perspective, with one message that holds it: its witness.

    Derived and disposable: near spellings are looked for here, and count only where an eligible message holds
    them. A word may have several rows. It is gone with the last message that holds it.
    """

    pk = models.CompositePrimaryKey("runtime_agent_id", "message_event_id", "word")
    runtime_agent_id = models.BigIntegerField()
    message_event_id = models.BigIntegerField()
    word = models.TextField()

    class Meta:
        db_table = "search_vocabulary"
        managed = False

    def __str__(self) -> str:
        return str(self.pk)


class ConversationSearchEvent(models.Model):
    """One row is one search: what it was asked (digested), what it disclosed, what it withheld and why.

    Append-only: the database refuses UPDATE, DELETE and TRUNCATE. Never a query, never a text.
    """

    runtime_agent = models.ForeignKey(RuntimeAgent, models.PROTECT, related_name="+")
    run = models.ForeignKey(Run, models.PROTECT, related_name="searches")
    tool_call = models.ForeignKey(ToolCall, models.PROTECT, related_name="+", null=True)
    requester_id = models.BigIntegerField(null=True)
    searched_at = models.DateTimeField(db_default=Now())
    duration_ms = models.FloatField()
    status = models.TextField()
    """ok, no_matches, search_budget_exhausted, refused, timed_out or failed."""
    refusal = models.TextField(null=True)  # noqa: DJ001
    """The error code the caller was given, when the status is refused, timed_out or failed."""
    query_digest = models.TextField()
    filters = models.JSONField()
    destination = models.JSONField()
    selected = models.JSONField()
    neighbour_ids = models.JSONField()
    matched = models.IntegerField()
    exclusions = models.JSONField()
    ceiling_reached = models.BooleanField()
    ranking = models.TextField()
    degraded = models.JSONField()
    replay_of = models.ForeignKey("self", models.PROTECT, related_name="replays", null=True)

    class Meta:
        db_table = "conversation_search_events"
        constraints = (
            models.UniqueConstraint(fields=["runtime_agent", "id"], name="search_events_of_agent"),
        )
        indexes = (
            models.Index(fields=["searched_at", "id"], name="search_events_time"),
            models.Index(fields=["runtime_agent", "searched_at", "id"], name="search_events_agent_time"),
            models.Index(fields=["requester_id", "searched_at", "id"], name="search_events_requester"),
            models.Index(fields=["status", "searched_at", "id"], name="search_events_status"),
        )

    def __str__(self) -> str:
        return str(self.pk)


class IndexingProgress(models.Model):
    """One row is one pass over the messages that build search documents, so that it can be resumed."""

    runtime_agent = models.OneToOneField(RuntimeAgent, models.CASCADE, primary_key=True, related_name="+")
    last_message_id = models.BigIntegerField(db_default=0)
    tokenizer_version = models.SmallIntegerField()
    finished_at = models.DateTimeField(null=True)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "indexing_progress"

    def __str__(self) -> str:
        return str(self.pk)
