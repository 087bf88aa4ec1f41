"""The authorized history window: the newest messages of a run's room that may be shown in it."""

from collections.abc import Sequence

from conversation_search import limits
from conversation_search.managers import history
from conversation_search.managers.history import WindowMessage, WindowPlace

__all__ = ["WindowMessage", "load_window", "reload_window"]


def load_window(runtime_agent_id: int, run_id: int, wanted: int) -> list[WindowMessage]:
    """Return the newest `wanted` messages, oldest first, without the one being answered.

    The authority is asked about the window as a whole, in the statement that reads it. When it refuses, the messages
    that it refuses alone are dropped and replaced by the next older ones, a bounded number of times.
    """
    kept: list[int] = []
    last: WindowPlace | None = None
    for _ in range(limits.VOUCH_ROUNDS):
        found = history.find_window(runtime_agent_id, run_id, wanted - len(kept), last)
        kept += [place.message_event_id for place in found]
        shown = history.read_window(runtime_agent_id, run_id, kept)
        if shown or not kept:
            return shown
        allowed = history.vouch_each(runtime_agent_id, run_id, kept)
        if len(allowed) == len(kept):
            break
        kept = [message_id for message_id in kept if message_id in allowed]
        last = found[-1] if found else last
    return _read_together(runtime_agent_id, run_id, kept)


def reload_window(runtime_agent_id: int, run_id: int, message_ids: Sequence[int]) -> list[WindowMessage]:
    """Return those of a window's messages that may still be shown, as they are now, oldest first."""
    shown = history.read_window(runtime_agent_id, run_id, message_ids)
    if shown or not message_ids:
        return shown
    allowed = history.vouch_each(runtime_agent_id, run_id, message_ids)
    newest_first = [message_id for message_id in reversed(message_ids) if message_id in allowed]
    return _read_together(runtime_agent_id, run_id, newest_first)


def _read_together(runtime_agent_id: int, run_id: int, newest_first: Sequence[int]) -> list[WindowMessage]:
    """Read as many of the newest as the authority allows together; half of them at a time are given up."""
    while newest_first:
        shown = history.read_window(runtime_agent_id, run_id, newest_first)
        if shown:
            return shown
        newest_first = newest_first[: len(newest_first) // 2]
    return []
