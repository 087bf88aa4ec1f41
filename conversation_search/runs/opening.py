"""Opens a run: the room as it is now, the message to be answered, and the history that may be shown."""

from conversation_search import limits
from conversation_search.errors import FieldError, InvalidArgument
from conversation_search.ingest import conversations, messages
from conversation_search.ingest.records import IncomingMessage
from conversation_search.managers import ledger, rooms, runs
from conversation_search.managers.runs import RunOpening
from conversation_search.managers.transactions import in_transaction
from conversation_search.retrieval.history import load_window
from conversation_search.runs.binding import BoundRun, bind_any_run
from conversation_search.runs.repeating import find_first, repeat
from conversation_search.runs.run_request import OpenedRun, RunRequest

__all__ = ["OpenedRun", "RunRequest", "open_run"]


def open_run(runtime_agent_id: int, request: RunRequest) -> OpenedRun:
    """Open a run, or return the open one that the same request with the same `external_run_id` has opened.

    Room, message, run and ledger are stored together or not at all. Raises InvalidArgument when the message cannot be
    stored or answered, or when a repeat differs from the first request; RunClosed when what is repeated has ended.
    """
    return in_transaction(lambda: _open_or_repeat(runtime_agent_id, request))


def _open_or_repeat(runtime_agent_id: int, request: RunRequest) -> OpenedRun:
    first = find_first(runtime_agent_id, request)
    return _open(runtime_agent_id, request) if first is None else repeat(runtime_agent_id, first, request)


def _open(runtime_agent_id: int, request: RunRequest) -> OpenedRun:
    opened_at = rooms.read_clock()
    room = conversations.put(runtime_agent_id, request.connector, request.conversation, opened_at)
    run_id = runs.open_run(
        RunOpening(
            runtime_agent_id=runtime_agent_id,
            conversation_id=room.conversation_id,
            inbound_message_id=_store_inbound(runtime_agent_id, request.message),
            external_run_id=request.external_run_id,
            history_window=request.history_window,
            opened_at=opened_at,
            expires_at=opened_at + limits.RUN_LIFETIME,
        )
    )
    run = _checked_requester(bind_any_run(runtime_agent_id, run_id))
    window = load_window(runtime_agent_id, run_id, request.history_window)
    ledger.add_window(runtime_agent_id, run_id, window)
    return OpenedRun(run, window)


def _store_inbound(runtime_agent_id: int, message: IncomingMessage | None) -> int | None:
    """Store the message to be answered as any other; what ingest would reject cannot be answered."""
    if message is None:
        return None
    (stored,) = messages.store(runtime_agent_id, [message])
    if stored.status == "rejected" or stored.message_id is None:
        detail = stored.detail or "This message cannot be stored."
        raise InvalidArgument(detail, (FieldError("message", stored.code or InvalidArgument.code, detail),))
    return stored.message_id


def _checked_requester(run: BoundRun) -> BoundRun:
    if run.requester_is_agent:
        raise InvalidArgument.of(
            "message.sender", "This is an account of the agent. It does not answer itself."
        )
    return run
