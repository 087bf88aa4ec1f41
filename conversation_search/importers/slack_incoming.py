"""Turn what the reader hands out into what ingest takes. An export's silence is never passed on as a statement.

It may widen nothing: that an account is not called a guest, or a room not called shared, is left unsaid.
"""

from conversation_search import limits
from conversation_search.importers.slack_records import Deletion, Message, Room, Sender, User
from conversation_search.ingest.records import (
    ConnectorRef,
    IncomingActor,
    IncomingConversation,
    IncomingMessage,
    IncomingSender,
)


def incoming_actor(ref: ConnectorRef, user: User) -> IncomingActor:
    """Return one account of the user list."""
    return IncomingActor(
        connector=ref,
        external_id=user.external_id,
        display_name=user.display_name,
        organization=user.organization,
        is_external=user.is_external or None,
    )


def incoming_room(room: Room) -> IncomingConversation:
    """Return what the export says of a room; a listing that is too long to be kept counts as none."""
    fits = room.members is not None and len(room.members) <= limits.ROOM_MEMBERS
    return IncomingConversation(
        external_thread_id=room.external_thread_id,
        kind=room.kind,
        name=room.name or None,
        members=room.members if fits else None,
        externally_shared=room.externally_shared or None,
    )


def incoming_message(ref: ConnectorRef, room: Room, entry: Message | Deletion) -> IncomingMessage:
    """Return a message, or the news of its deletion. Raises InvalidArgument, or TooLarge for its text."""
    return IncomingMessage(
        connector=ref,
        conversation=IncomingConversation(room.external_thread_id),
        external_message_id=entry.external_message_id,
        sender=incoming_sender(entry.sender),
        sent_at=entry.sent_at,
        text=entry.text if isinstance(entry, Message) else None,
        edited_at=entry.edited_at if isinstance(entry, Message) else None,
    )


def incoming_sender(sender: Sender) -> IncomingSender:
    """Return an author as one entry names it."""
    return IncomingSender(
        external_id=sender.external_id,
        display_name=sender.display_name,
        organization=sender.organization,
        is_external=sender.is_external or None,
    )
