"""What becomes of a message whose id is stored already: its deletion, its newer text, or its evidence."""

from conversation_search.ingest.audiences import audience_of, explicit_audience
from conversation_search.ingest.batch import Batch, RoomOfBatch
from conversation_search.ingest.deletion import delete_held
from conversation_search.ingest.records import IncomingMessage
from conversation_search.ingest.results import Rejection, Status, StoredMessage
from conversation_search.managers import messages
from conversation_search.managers.messages import KnownMessage
from conversation_search.managers.rooms import Actor


def meet(
    batch: Batch, place: RoomOfBatch, actor: Actor, message: IncomingMessage, known: KnownMessage
) -> StoredMessage | None:
    """Store what a message adds to the stored one; None when that has changed meanwhile and must be read again.

    Raises Rejection after a deletion, for another sender, and for an audience wider than the room's.
    """
    if known.is_deleted:
        raise Rejection("deleted", "This message was deleted.", known.id or None)
    if message.text is None:
        place.forget(delete_held(batch.agent_id, known.id))
        return _told(message, known, "updated")
    if not actor.is_agent if known.is_reply else known.actor_id != actor.id:
        raise Rejection("sender_mismatch", "This message is stored as another sender's.", known.id)
    if known.is_reply:
        return _told(message, known, "duplicate")
    if message.edited_at is not None and message.edited_at > (known.edited_at or known.sent_at):
        return _edit(batch, place, actor, message, known)
    return _repeat(batch, place, actor, message, known)


def _edit(
    batch: Batch, place: RoomOfBatch, actor: Actor, message: IncomingMessage, known: KnownMessage
) -> StoredMessage | None:
    """Give the stored message its newer text; it then needs its old audience and that of this moment."""
    if message.text is None or message.edited_at is None:
        raise AssertionError(known.id)  # pragma: no cover - the caller looked
    explicit = explicit_audience(batch, place, message) if not actor.is_agent else messages.NO_AUDIENCE
    is_done = messages.edit_message(known.id, message.text, message.edited_at)
    batch.forget(place, message)
    if not is_done:
        return None
    if explicit.audience_id is not None:
        messages.narrow_message(known.id, explicit.audience_id)
    return _told(message, known, "updated")


def _repeat(
    batch: Batch, place: RoomOfBatch, actor: Actor, message: IncomingMessage, known: KnownMessage
) -> StoredMessage:
    """Leave the stored message as it is, but for evidence where it had none."""
    if known.has_evidence:
        return _told(message, known, "duplicate")
    audience = audience_of(batch, place, actor, message)
    batch.forget(place, message)
    is_recorded = audience.audience_id is not None and messages.add_evidence(known.id, audience)
    return StoredMessage(message.external_message_id, known.id, "duplicate", has_evidence=is_recorded)


def _told(message: IncomingMessage, known: KnownMessage, status: Status) -> StoredMessage:
    return StoredMessage(message.external_message_id, known.id, status, has_evidence=known.has_evidence)
