"""Stores what was said: each message of a batch by itself, with its evidence, in the order it came."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.ingest import conversations
from conversation_search.ingest.audiences import audience_of
from conversation_search.ingest.batch import Batch, RoomOfBatch, open_batch, room_key
from conversation_search.ingest.known import meet
from conversation_search.ingest.records import IncomingMessage
from conversation_search.ingest.results import Rejection, StoredMessage
from conversation_search.managers import messages
from conversation_search.managers.messages import NewMessage
from conversation_search.managers.rooms import Actor
from conversation_search.managers.transactions import StatementError, in_transaction

NOT_ITS_FAULT: Final = ("08", "25", "40", "53", "55", "57", "58")
"""SQLSTATE classes that say nothing about the message at hand: connection, transaction, resources, locks, operator."""


def store(agent_id: int, incoming: Sequence[IncomingMessage]) -> list[StoredMessage]:
    """Store a batch in one transaction and tell what became of each message, in their order.

    One message that cannot be stored is `rejected` and leaves the others alone. StatementError when the database
    could store none of them; then nothing was kept, and the same batch may be sent again.
    """
    if not incoming:
        return []
    try:
        return in_transaction(lambda: _store_together(agent_id, incoming))
    except StatementError as error:
        if not _is_fault_of_a_message(error):
            raise
    return in_transaction(lambda: _store_apart(agent_id, incoming))


def _store_together(agent_id: int, incoming: Sequence[IncomingMessage]) -> list[StoredMessage]:
    batch = open_batch(agent_id, incoming)
    return [_store_one(batch, message) for message in incoming]


def _store_apart(agent_id: int, incoming: Sequence[IncomingMessage]) -> list[StoredMessage]:
    """Store each message behind a savepoint: slower, and only done when a batch has one that the database refuses."""
    batch = open_batch(agent_id, incoming)
    results = []
    for message in incoming:
        try:
            with transaction.atomic():
                results.append(_store_one(batch, message))
        except StatementError as error:
            if not _is_fault_of_a_message(error):
                raise
            results.append(
                _rejected(message, Rejection("storage_failed", "The database refused this message."))
            )
            # What was looked up may have been made by the message that was undone.
            batch = open_batch(agent_id, incoming)
    return results


def _is_fault_of_a_message(error: StatementError) -> bool:
    return not error.sqlstate.startswith(NOT_ITS_FAULT)


def _store_one(batch: Batch, message: IncomingMessage) -> StoredMessage:
    try:
        _check_times(batch, message)
        place = _place(batch, message)
        actor = batch.actor(message)
        known = batch.known(place, message)
        if known is None:
            return _create(batch, place, actor, message)
        outcome = meet(batch, place, actor, message, known)
        return outcome or _store_one(batch, message)
    except Rejection as rejection:
        return _rejected(message, rejection)


def _check_times(batch: Batch, message: IncomingMessage) -> None:
    """Refuse times of the future: such a message would stay the newest, such an edit could not be followed."""
    latest = batch.now + limits.CLOCK_SKEW
    for field, moment in (("sent_at", message.sent_at), ("edited_at", message.edited_at)):
        if moment is not None and moment > latest:
            raise Rejection("invalid_argument", f"{field}: This time is in the future.")


def _place(batch: Batch, message: IncomingMessage) -> RoomOfBatch:
    """Return the room of a message; an unknown one is made from its block, a known one is never changed."""
    place = batch.room(message)
    if place is not None:
        if message.conversation.kind not in {None, place.room.kind}:
            detail = "The room is known with another kind. Describe the room first if it has changed."
            raise Rejection("kind_conflict", detail)
        return place
    connector = batch.connectors[message.connector]
    try:
        room = conversations.add(batch.agent_id, connector.id, message.conversation)
    except InvalidArgument as error:
        raise Rejection("invalid_argument", f"conversation.kind: {error.detail}") from None
    place = batch.rooms[room_key(message)] = RoomOfBatch(room, connector)
    return place


def _create(batch: Batch, place: RoomOfBatch, actor: Actor, message: IncomingMessage) -> StoredMessage:
    audience = messages.NO_AUDIENCE if message.is_deletion else audience_of(batch, place, actor, message)
    added = messages.add_message(_new_message(batch, place, actor, message), audience)
    batch.forget(place, message)
    if added is None:
        # Stored meanwhile by a writer that does not hold the room; it is known now.
        return _store_one(batch, message)
    return StoredMessage(message.external_message_id, added.id, "created", has_evidence=added.has_evidence)


def _new_message(batch: Batch, place: RoomOfBatch, actor: Actor, message: IncomingMessage) -> NewMessage:
    return NewMessage(
        runtime_agent_id=batch.agent_id,
        conversation_id=place.room.id,
        actor_id=actor.id,
        external_message_id=message.external_message_id,
        sender_display_name=message.sender.display_name,
        sender_organization=message.sender.organization,
        sent_at=message.sent_at,
        edited_at=message.edited_at,
        body=message.text,
    )


def _rejected(message: IncomingMessage, rejection: Rejection) -> StoredMessage:
    return StoredMessage(
        message.external_message_id,
        rejection.message_id,
        "rejected",
        code=rejection.code,
        detail=rejection.detail,
    )
