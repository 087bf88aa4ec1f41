"""Messages as they come in, their evidence, and their deletion."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class KnownMessage:
    """What is stored under one platform id of a room; `is_reply` when that is a reply of the agent.

    `id` is 0 for what was erased for good: no row of it is left.
    """

    external_message_id: str
    id: int
    actor_id: int
    sent_at: datetime
    edited_at: datetime | None
    is_deleted: bool
    has_evidence: bool
    is_reply: bool


@dataclass(frozen=True, slots=True)
class AudienceIds:
    """An interned audience and the class of it alone; `is_wider` when it may not be given to a message."""

    audience_id: int | None
    class_id: int | None
    is_wider: bool


NO_AUDIENCE: Final = AudienceIds(None, None, is_wider=False)


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to be stored; without a body it is a tombstone."""

    runtime_agent_id: int
    conversation_id: int
    actor_id: int
    external_message_id: str
    sender_display_name: str | None
    sender_organization: str | None
    sent_at: datetime
    edited_at: datetime | None
    body: str | None


@dataclass(frozen=True, slots=True)
class AddedMessage:
    """The id of a message that was stored, and whether it has evidence."""

    id: int
    has_evidence: bool


@dataclass(frozen=True, slots=True)
class MessageId:
    """The id of one message."""

    id: int


@dataclass(frozen=True, slots=True)
class DeletedMessage:
    """One message that was deleted; `is_kept` when a hold or a legal minimum keeps its text."""

    id: int
    is_kept: bool


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The row of a statement that returns nothing else."""

    is_done: bool


FIND_KNOWN_MESSAGES: Final = Statement("find_known_messages", KnownMessage)
RESOLVE_DEFAULT_AUDIENCE: Final = Statement("resolve_default_audience", AudienceIds)
RESOLVE_EXPLICIT_AUDIENCE: Final = Statement("resolve_explicit_audience", AudienceIds)
ADD_MESSAGE: Final = Statement("add_message", AddedMessage)
EDIT_MESSAGE: Final = Statement("edit_message", MessageId)
NARROW_MESSAGE: Final = Statement("narrow_message", Narrowed)
ADD_EVIDENCE: Final = Statement("add_evidence", MessageId)
LOCK_DELETION: Final = Statement("lock_deletion", MessageId)
DELETE_MESSAGES: Final = Statement("delete_messages", DeletedMessage)
PURGE_NAMED_MESSAGES: Final = Statement("purge_named_messages", MessageId)
LOCK_MESSAGES_TO_PURGE: Final = Statement("lock_messages_to_purge", MessageId)


def find_known_messages(conversation_id: int, external_message_ids: Sequence[str]) -> dict[str, KnownMessage]:
    """Return what is stored under these ids of a room; a reply before its own echo."""
    found = FIND_KNOWN_MESSAGES.all(
        conversation_id=conversation_id, external_message_ids=list(external_message_ids)
    )
    return {known.external_message_id: known for known in found}


def resolve_default_audience(runtime_agent_id: int, conversation_id: int) -> AudienceIds:
    """Return the audience of what is sent in a room now; none when its readers are unknown."""
    return RESOLVE_DEFAULT_AUDIENCE.one(runtime_agent_id=runtime_agent_id, conversation_id=conversation_id)


def resolve_explicit_audience(
    runtime_agent_id: int, conversation_id: int, visibility: str, readers: Sequence[str] | None
) -> AudienceIds:
    """Return the audience that a message names itself, judged against its room's."""
    return RESOLVE_EXPLICIT_AUDIENCE.one(
        runtime_agent_id=runtime_agent_id,
        conversation_id=conversation_id,
        visibility=visibility,
        readers=None if readers is None else list(readers),
    )


def add_message(message: NewMessage, audience: AudienceIds) -> AddedMessage | None:
    """Store a message with its evidence; None when its id was stored meanwhile."""
    return ADD_MESSAGE.first(
        runtime_agent_id=message.runtime_agent_id,
        conversation_id=message.conversation_id,
        actor_id=message.actor_id,
        external_message_id=message.external_message_id,
        sender_display_name=message.sender_display_name,
        sender_organization=message.sender_organization,
        sent_at=message.sent_at,
        edited_at=message.edited_at,
        body=message.body,
        audience_id=audience.audience_id,
        class_id=audience.class_id,
    )


def edit_message(message_id: int, body: str, edited_at: datetime) -> bool:
    """Give a message its newer text; False when it was deleted or edited later meanwhile."""
    return EDIT_MESSAGE.first(message_id=message_id, body=body, edited_at=edited_at) is not None


def narrow_message(message_id: int, audience_id: int) -> None:
    """Let a message, and whatever was built on it, go only where this audience allows it too."""
    NARROW_MESSAGE.one(message_id=message_id, audience_id=audience_id)


def add_evidence(message_id: int, audience: AudienceIds) -> bool:
    """Record the audience of a message that has none; False when it was deleted or got one meanwhile."""
    return (
        ADD_EVIDENCE.first(
            message_id=message_id, audience_id=audience.audience_id, class_id=audience.class_id
        )
        is not None
    )


def lock_deletion(runtime_agent_id: int, message_id: int) -> list[int]:
    """Hold everything that is stored of one posted message and return the ids; none when it is not known."""
    found = LOCK_DELETION.all(runtime_agent_id=runtime_agent_id, message_id=message_id)
    return [row.id for row in found]


def delete_messages(message_ids: Sequence[int], *, expired_only: bool = False) -> list[DeletedMessage]:
    """Delete messages, or those of them that have expired, and leave them as tombstones; hidden where kept."""
    return DELETE_MESSAGES.all(message_ids=list(message_ids), expired_only=expired_only)


def lock_messages(message_ids: Sequence[int]) -> list[int]:
    """Hold these messages until the transaction ends and return those that there are."""
    return [row.id for row in LOCK_MESSAGES_TO_PURGE.all(message_ids=list(message_ids))]


def purge_messages(message_ids: Sequence[int]) -> list[int]:
    """Empty those of these deleted messages whose text nothing keeps any more; the statement asks that itself."""
    return [row.id for row in PURGE_NAMED_MESSAGES.all(message_ids=list(message_ids))]
