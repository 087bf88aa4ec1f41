"""What is sealed. A table joins by one declaration here; a test compares its columns with those of the database.

A sealed table has a bigint `id` that an identity numbers, and rows that never change. Rows of which a part is written
later, once, are two streams of one table: the second begins with the column in `settled_by`.
"""

from dataclasses import dataclass
from typing import Final

from conversation_search.managers.seal import Source


@dataclass(frozen=True, slots=True)
class Stream:
    """One sequence of sealed rows, numbered by itself.

    `is_prunable`: `manage.py prune_audit` may remove old rows. Their trigger must ask `mesh_keep_unpruned_row`.
    `named_by`: a column of the same table that names a row which must outlive the naming one.
    """

    table: str
    columns: tuple[str, ...]
    name: str = ""
    settled_by: str | None = None
    is_prunable: bool = False
    named_by: str | None = None

    @property
    def key(self) -> str:
        """The name of the stream: that of its table unless another is given."""
        return self.name or self.table

    @property
    def source(self) -> Source:
        """Where its rows come from, as the statements take it."""
        return Source(self.key, self.table, self.settled_by)


STREAMS: Final = (
    Stream(
        "conversation_search_events",
        (
            "id",
            "runtime_agent_id",
            "run_id",
            "tool_call_id",
            "requester_id",
            "searched_at",
            "duration_ms",
            "status",
            "refusal",
            "query_digest",
            "filters",
            "destination",
            "selected",
            "neighbour_ids",
            "matched",
            "exclusions",
            "ceiling_reached",
            "ranking",
            "degraded",
            "replay_of_id",
        ),
        is_prunable=True,
        named_by="replay_of_id",
    ),
    Stream(
        "access_log",
        ("id", "runtime_agent_id", "accessed_at", "who_kind", "who", "action", "filters", "ids"),
        is_prunable=True,
    ),
    Stream(
        "page_accesses",
        (
            "id",
            "accessed_at",
            "user_id",
            "username",
            "page",
            "action",
            "outcome",
            "subject",
            "filters",
            "reason",
            "details",
        ),
        is_prunable=True,
    ),
    Stream(
        "reveals",
        (
            "id",
            "runtime_agent_id",
            "kind",
            "subject_id",
            "asked_by",
            "asked_by_name",
            "asked_at",
            "reason",
        ),
    ),
    Stream(
        "reveals",
        ("id", "decided_by", "decided_by_name", "decided_at", "granted", "expires_at"),
        name="reveals_decided",
        settled_by="decided_at",
    ),
    Stream(
        "erasure_events",
        ("id", "runtime_agent_id", "request_id", "happened_at", "what", "who_kind", "who", "details"),
    ),
    Stream(
        "erasure_receipts",
        ("id", "runtime_agent_id", "request_id", "issued_at", "is_complete", "document", "sha256"),
    ),
    Stream("erasure_ledger", ("id", "runtime_agent_id", "fingerprint", "request_reference", "erased_at")),
    Stream(
        "legal_hold_events",
        (
            "id",
            "runtime_agent_id",
            "legal_hold_id",
            "kind",
            "happened_at",
            "who_kind",
            "who",
            "who_name",
            "reason",
        ),
    ),
    Stream(
        "retention_changes",
        (
            "id",
            "runtime_agent_id",
            "connector_id",
            "conversation_id",
            "asked_id",
            "kind",
            "days",
            "removes",
            "step",
            "would_expire",
            "happened_at",
            "who_kind",
            "who",
            "who_name",
            "reason",
        ),
    ),
    Stream(
        "retention_run_events",
        (
            "id",
            "runtime_agent_id",
            "run_key",
            "step",
            "is_dry_run",
            "deleted",
            "kept",
            "purged",
            "happened_at",
        ),
    ),
    Stream(
        "audit_prunings",
        ("id", "stream", "first_number", "last_number", "checkpoint_id", "key_id", "payload", "signature"),
    ),
    Stream(
        "audit_verifications",
        (
            "id",
            "verified_at",
            "duration_ms",
            "last_checkpoint",
            "rows",
            "pruned_rows",
            "with_file",
            "is_sound",
            "finding",
        ),
    ),
)
"""In the order in which they are sealed and verified."""
TABLES: Final = tuple(dict.fromkeys(stream.table for stream in STREAMS))


def stream_named(key: str) -> Stream | None:
    """Return the stream of this name, if it is declared."""
    return next((stream for stream in STREAMS if stream.key == key), None)
