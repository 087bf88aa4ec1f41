"""What became of what came in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from conversation_search.ingest.records import ConnectorRef, Kind

Status = Literal["created", "updated", "duplicate", "rejected"]
RejectionCode = Literal[
    "invalid_argument",
    "unknown_argument",
    "too_large",
    "kind_conflict",
    "sender_mismatch",
    "audience_wider",
    "deleted",
    "storage_failed",
]


class Rejection(Exception):
    """One message is not stored: a closed code and a sentence that repeats nothing of it."""

    def __init__(self, code: RejectionCode, detail: str, message_id: int | None = None) -> None:
        """Take the id of the stored message that it was about, when there is one."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.message_id = message_id


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """What became of one message of a batch; `code` and `detail` when it was rejected."""

    external_message_id: str | None
    message_id: int | None
    status: Status
    has_evidence: bool = False
    code: RejectionCode | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class StoredConnector:
    """A connector as it is stored now, with every account of the agent there."""

    connector_id: int
    ref: ConnectorRef
    agent_account_ids: tuple[str, ...]
    joiners_read_history: bool
    public: bool


@dataclass(frozen=True, slots=True)
class StoredActor:
    """An actor as it is stored now."""

    actor_id: int
    connector: ConnectorRef
    external_id: str
    display_name: str | None
    organization: str | None
    is_agent: bool
    is_external: bool


@dataclass(frozen=True, slots=True)
class RetiredActor:
    """An id under its next holder; `generation` counts the holders from 1."""

    connector: ConnectorRef
    external_id: str
    generation: int


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A room as it is stored now; `applied` is false when the description was older than the stored one.

    `externally_shared` is true when it is flagged so or when someone external was ever listed or heard there.
    """

    conversation_id: int
    connector: ConnectorRef
    external_thread_id: str
    kind: Kind
    name: str | None
    members: tuple[str, ...] | None
    members_as_of: datetime | None
    externally_shared: bool
    restricted: bool
    applied: bool
