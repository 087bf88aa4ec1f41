"""Stores a batch as it was sent: what cannot be read is rejected by itself, the rest is stored together."""

from pydantic import ValidationError

from conversation_search.api.schemas.ingest import MessageBlock
from conversation_search.errors import ConversationSearchError, TooLarge, UnknownArgument
from conversation_search.ingest import messages, values
from conversation_search.ingest.records import IncomingMessage
from conversation_search.ingest.results import RejectionCode, StoredMessage
from conversation_search.refusals import refusal_of


def store_batch(agent_id: int, items: list[object]) -> list[StoredMessage]:
    """Store what can be read of a batch and return one result per item, in order."""
    read = [read_message(item) for item in items]
    stored = iter(messages.store(agent_id, [one for one in read if isinstance(one, IncomingMessage)]))
    return [next(stored) if isinstance(one, IncomingMessage) else one for one in read]


def read_message(item: object) -> IncomingMessage | StoredMessage:
    """Return one item of a batch as a message, or as rejected."""
    try:
        return MessageBlock.model_validate(item).incoming()
    except ValidationError as error:
        return _rejected(item, refusal_of(error))
    except ConversationSearchError as error:
        return _rejected(item, error)


def _rejected(item: object, error: ConversationSearchError) -> StoredMessage:
    return StoredMessage(
        _readable_id(item), None, "rejected", code=_code(error), detail=error.detail or error.title
    )


def _code(error: ConversationSearchError) -> RejectionCode:
    match error:
        case TooLarge():
            return "too_large"
        case UnknownArgument():
            return "unknown_argument"
        case _:
            return "invalid_argument"


def _readable_id(item: object) -> str | None:
    """Return the id that the result is told under, where the item has one that could be stored."""
    named = item.get("external_message_id") if isinstance(item, dict) else None
    try:
        return values.check_external_id(named) if isinstance(named, str) else None
    except ValueError:
        return None
