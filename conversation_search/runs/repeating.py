"""A run that is opened again under its caller's own id: the same run, allowed anew and read anew."""

from conversation_search.errors import FieldError, InvalidArgument
from conversation_search.ingest import conversations
from conversation_search.managers import ledger, rooms, runs
from conversation_search.managers.runs import ExternalRun
from conversation_search.retrieval.history import reload_window
from conversation_search.runs.binding import bind_run_for_writing
from conversation_search.runs.run_request import OpenedRun, RunRequest

DIFFERS = "The run with this external_run_id was opened with another value. Send the same, or another id."


def find_first(runtime_agent_id: int, request: RunRequest) -> ExternalRun | None:
    """Return the run that this request repeats, if there is one; nobody else opens one under its id meanwhile."""
    if request.external_run_id is None:
        return None
    return runs.find_external_run(runtime_agent_id, request.external_run_id)


def repeat(runtime_agent_id: int, first: ExternalRun, request: RunRequest) -> OpenedRun:
    """Return the run again, with what may still be shown of its window, as that reads now.

    What the request says of the room counts as said when the run was opened: newer descriptions stand.
    """
    _check_same(first, request)
    run = bind_run_for_writing(runtime_agent_id, first.run_id, rooms.read_clock())
    conversations.put(runtime_agent_id, request.connector, request.conversation, first.opened_at)
    shown = [
        entry.message_event_id
        for entry in ledger.list_ledger(runtime_agent_id, run.run_id)
        if entry.source == "window"
    ]
    return OpenedRun(run, reload_window(runtime_agent_id, run.run_id, shown))


def _check_same(first: ExternalRun, request: RunRequest) -> None:
    """Raise InvalidArgument, naming the fields in which a repeat differs from the first request."""
    message = request.message
    pairs: dict[str, tuple[object, object]] = {
        "connector": (
            (first.connector_type, first.connector_name),
            (request.connector.type, request.connector.name),
        ),
        "conversation.external_thread_id": (
            first.external_thread_id,
            request.conversation.external_thread_id,
        ),
        "message.sender.external_id": (first.requester_external_id, message and message.sender.external_id),
        "message.external_message_id": (first.external_message_id, message and message.external_message_id),
        "history_window": (first.history_window, request.history_window),
    }
    if message is not None and first.sent_at_brought is not None:
        pairs["message.sent_at"] = (first.sent_at_brought, message.sent_at)
    if message is not None and first.text_brought is not None:
        pairs["message.text"] = (first.text_brought, message.text)
    differing = [field for field, (stored, sent) in pairs.items() if stored != sent]
    if differing:
        raise InvalidArgument(
            DIFFERS, tuple(FieldError(field, InvalidArgument.code, DIFFERS) for field in differing)
        )
