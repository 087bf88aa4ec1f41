"""What has expired and what is due to be purged: found, held and deleted in batches."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from conversation_search.managers.messages import MessageId
from conversation_search.managers.statements import Statement


@dataclass(frozen=True, slots=True)
class Awaited:
    """The row of a statement that waits."""

    is_done: bool


@dataclass(frozen=True, slots=True)
class ExpiringRoom:
    """One room with expired messages, and since when its messages are shown."""

    conversation_id: int
    shown_since: datetime


AWAIT_HOLDS: Final = Statement("await_holds", Awaited)
LIST_EXPIRING_ROOMS: Final = Statement("list_expiring_rooms", ExpiringRoom)
LOCK_EXPIRED: Final = Statement("lock_expired", MessageId)
PURGE_MESSAGES: Final = Statement("purge_messages", MessageId)


def await_holds() -> None:
    """Let no hold and no policy be placed until the transaction ends, after those that are being placed."""
    AWAIT_HOLDS.one()


def list_expiring_rooms(agent_id: int, after_conversation_id: int, batch: int) -> list[int]:
    """Return the next rooms that hold expired messages, in id order."""
    rooms = LIST_EXPIRING_ROOMS.all(
        runtime_agent_id=agent_id, after_conversation_id=after_conversation_id, batch=batch
    )
    return [room.conversation_id for room in rooms]


def lock_expired(conversation_id: int, batch: int) -> list[int]:
    """Hold the next expired messages of a room, but those that somebody else holds."""
    return [row.id for row in LOCK_EXPIRED.all(conversation_id=conversation_id, batch=batch)]


def purge_messages(agent_id: int, after_message_id: int, batch: int) -> list[int]:
    """Empty the next deleted messages whose text nothing keeps any more, and return their ids in order."""
    rows = PURGE_MESSAGES.all(runtime_agent_id=agent_id, after_message_id=after_message_id, batch=batch)
    return sorted(row.id for row in rows)
