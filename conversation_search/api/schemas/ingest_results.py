"""The answers of ingest: what is stored now, and what became of each message."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from conversation_search.ingest.records import ConnectorRef, Kind
from conversation_search.ingest.results import (
    RejectionCode,
    Status,
    StoredActor,
    StoredConnector,
    StoredConversation,
    StoredMessage,
)
from conversation_search.public_ids import PublicIds


class ConnectorName(BaseModel):
    """The name of one platform workspace."""

    type: str
    name: str

    @classmethod
    def of(cls, ref: ConnectorRef) -> "ConnectorName":
        """Return the name of a connector."""
        return cls(type=ref.type, name=ref.name)


class ConnectorOut(BaseModel):
    """A connector as it is stored now, with every account of the agent there."""

    type: str
    name: str
    agent_account_ids: list[str]
    joiners_read_history: bool
    public: bool

    @classmethod
    def of(cls, stored: StoredConnector) -> "ConnectorOut":
        """Return a stored connector."""
        return cls(
            type=stored.ref.type,
            name=stored.ref.name,
            agent_account_ids=list(stored.agent_account_ids),
            joiners_read_history=stored.joiners_read_history,
            public=stored.public,
        )


class ActorOut(BaseModel):
    """An actor as it is stored now."""

    connector: ConnectorName
    external_id: str
    display_name: str | None
    organization: str | None
    is_agent: bool
    is_external: bool

    @classmethod
    def of(cls, stored: StoredActor) -> "ActorOut":
        """Return a stored actor."""
        return cls(
            connector=ConnectorName.of(stored.connector),
            external_id=stored.external_id,
            display_name=stored.display_name,
            organization=stored.organization,
            is_agent=stored.is_agent,
            is_external=stored.is_external,
        )


class ConversationOut(BaseModel):
    """A room as it is stored now; `applied` is false when what was sent was older and changed nothing.

    `externally_shared` is also true while someone external was ever listed or heard in the room.
    """

    connector: ConnectorName
    external_thread_id: str
    kind: Kind
    name: str | None
    members: list[str] | None
    members_as_of: datetime | None
    externally_shared: bool
    restricted: bool
    applied: bool

    @classmethod
    def of(cls, stored: StoredConversation) -> "ConversationOut":
        """Return a stored room."""
        return cls(
            connector=ConnectorName.of(stored.connector),
            external_thread_id=stored.external_thread_id,
            kind=stored.kind,
            name=stored.name,
            members=None if stored.members is None else list(stored.members),
            members_as_of=stored.members_as_of,
            externally_shared=stored.externally_shared,
            restricted=stored.restricted,
            applied=stored.applied,
        )


class ResultError(BaseModel):
    """Why one message was rejected."""

    code: RejectionCode
    detail: str


class ResultOut(BaseModel):
    """What became of one message; `error` is there when it was rejected."""

    external_message_id: str | None
    message_id: str | None
    status: Status
    evidence: Literal["recorded", "none"]
    error: ResultError | None = None

    @classmethod
    def of(cls, stored: StoredMessage, ids: PublicIds) -> "ResultOut":
        """Return the result of one message under public ids; `error` stays unset where there is none."""
        message_id = None if stored.message_id is None else ids.encode("message", stored.message_id)
        told = cls(
            external_message_id=stored.external_message_id,
            message_id=message_id,
            status=stored.status,
            evidence="recorded" if stored.has_evidence else "none",
        )
        if stored.code is not None:
            told.error = ResultError(code=stored.code, detail=stored.detail or "")
        return told


class ResultsOut(BaseModel):
    """One result per message, in the order in which they were sent."""

    results: list[ResultOut]
