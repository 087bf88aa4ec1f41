"""Replies: the locks they are stored under, their lineage, and the platform ids they were posted as."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Done, Statement

AGENT_ACCOUNT: Final = "mesh-agent"
"""The external id of the account that replies are stored under where a connector registered none."""


@dataclass(frozen=True, slots=True)
class RowId:
    """The id of one row."""

    id: int


@dataclass(frozen=True, slots=True)
class ClosedLineage:
    """Who reads a text sent now, and the class of everything behind it; NULL where unknown."""

    audience_id: int | None
    class_id: int | None


@dataclass(frozen=True, slots=True)
class PlatformId:
    """One id that a platform gave."""

    external_message_id: str


@dataclass(frozen=True, slots=True)
class Sources:
    """What a text is built on directly: the message it answers, everything its run was shown and given."""

    answered_message_id: int | None
    history_message_ids: tuple[int, ...]
    memory_ids: tuple[int, ...]
    tool_result_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that is about to be stored; what it is built on is locked and allowed."""

    run_id: int
    runtime_agent_id: int
    connector_id: int
    conversation_id: int
    sent_at: datetime
    body: str
    sources: Sources


LOCK_ROOM: Final = Statement("lock_room", RowId)
LOCK_SOURCES: Final = Statement("lock_sources", RowId)
CLAIM_AGENT_ACCOUNT: Final = Statement("claim_agent_account", RowId)
CLOSE_LINEAGE: Final = Statement("close_lineage", ClosedLineage)
STORE_REPLY: Final = Statement("store_reply", RowId)
FIND_DELIVERY_CONFLICTS: Final = Statement("find_delivery_conflicts", PlatformId)
RECORD_DELIVERIES: Final = Statement("record_deliveries", Done)
FIND_DELETED_DELIVERIES: Final = Statement("find_deleted_deliveries", PlatformId)
LIST_DELIVERIES: Final = Statement("list_deliveries", PlatformId)


def lock_sources(runtime_agent_id: int, run_id: int, conversation_id: int) -> None:
    """Hold a run's room, then everything its reply is built on in id order, until the transaction ends."""
    LOCK_ROOM.all(conversation_id=conversation_id)
    LOCK_SOURCES.all(runtime_agent_id=runtime_agent_id, run_id=run_id)


def close_lineage(runtime_agent_id: int, conversation_id: int, sources: Sources) -> ClosedLineage:
    """Return who reads what is said in a room now, and the class of a text that was built on locked sources."""
    answered = [] if sources.answered_message_id is None else [sources.answered_message_id]
    return CLOSE_LINEAGE.one(
        runtime_agent_id=runtime_agent_id,
        conversation_id=conversation_id,
        source_ids=[*sources.history_message_ids, *answered],
        memory_ids=list(sources.memory_ids),
        tool_result_ids=list(sources.tool_result_ids),
    )


def store_reply(reply: Reply) -> int:
    """Store a reply with its evidence and lineage, close its run, and return the id of the message."""
    sources = reply.sources
    lineage = close_lineage(reply.runtime_agent_id, reply.conversation_id, sources)
    account = CLAIM_AGENT_ACCOUNT.one(
        runtime_agent_id=reply.runtime_agent_id, connector_id=reply.connector_id, external_id=AGENT_ACCOUNT
    )
    return STORE_REPLY.one(
        run_id=reply.run_id,
        runtime_agent_id=reply.runtime_agent_id,
        conversation_id=reply.conversation_id,
        actor_id=account.id,
        sent_at=reply.sent_at,
        body=reply.body,
        audience_id=lineage.audience_id,
        class_id=lineage.class_id,
        answered_message_id=sources.answered_message_id,
        history_message_ids=list(sources.history_message_ids),
        memory_ids=list(sources.memory_ids),
        tool_result_ids=list(sources.tool_result_ids),
    ).id


def delivery_conflicts(
    conversation_id: int, reply_message_id: int, external_message_ids: Sequence[str]
) -> list[str]:
    """Return those of the platform's ids that name something else in this room."""
    rows = FIND_DELIVERY_CONFLICTS.all(
        conversation_id=conversation_id,
        reply_message_id=reply_message_id,
        external_message_ids=list(external_message_ids),
    )
    return [row.external_message_id for row in rows]


def record_deliveries(
    runtime_agent_id: int, conversation_id: int, reply_message_id: int, external_message_ids: Sequence[str]
) -> None:
    """Record the platform's ids of a reply."""
    RECORD_DELIVERIES.run(
        runtime_agent_id=runtime_agent_id,
        conversation_id=conversation_id,
        reply_message_id=reply_message_id,
        external_message_ids=list(external_message_ids),
    )


def any_deleted(conversation_id: int, external_message_ids: Sequence[str]) -> bool:
    """Tell whether the platform has deleted any of these messages already."""
    return bool(
        FIND_DELETED_DELIVERIES.all(
            conversation_id=conversation_id, external_message_ids=list(external_message_ids)
        )
    )


def list_deliveries(runtime_agent_id: int, reply_message_id: int) -> list[str]:
    """Return every platform id of a reply."""
    rows = LIST_DELIVERIES.all(runtime_agent_id=runtime_agent_id, reply_message_id=reply_message_id)
    return [row.external_message_id for row in rows]
