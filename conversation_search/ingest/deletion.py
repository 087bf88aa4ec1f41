"""The one way in which a message is deleted: its text goes at once, its tombstone keeps audience and lineage."""

from collections.abc import Sequence

from conversation_search.errors import NotFound
from conversation_search.managers import messages, retention
from conversation_search.managers.transactions import in_transaction


def delete(agent_id: int, message_id: int) -> None:
    """Delete what is stored of one posted message: it, and the reply or the echoes that are the same message.

    What was built directly on any of them is withheld. Again is the same as once. NotFound for a message that this
    agent does not have.
    """
    in_transaction(lambda: delete_held(agent_id, message_id))


def delete_held(agent_id: int, message_id: int) -> list[int]:
    """Delete within the caller's transaction and return the ids of what is gone, locked in their order."""
    held = messages.lock_deletion(agent_id, message_id)
    if not held:
        raise NotFound
    messages.delete_messages(held)
    return held


def purge(message_ids: Sequence[int]) -> None:
    """Delete these messages within the caller's transaction, in the order of their ids, and purge what was deleted.

    What a hold or a legal minimum keeps is hidden and keeps its text; the statements that destroy text ask that.
    """
    retention.await_holds()
    held = messages.lock_messages(message_ids)
    messages.delete_messages(held)
    messages.purge_messages(held)
