"""The end of a run: the check before delivery, the reply, and the platform's ids of what was posted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from conversation_search import limits
from conversation_search.errors import FieldError, InvalidArgument, TooLarge
from conversation_search.ingest import deletion
from conversation_search.ingest.locks import hold_rooms
from conversation_search.ingest.records import ConnectorRef
from conversation_search.managers import replies
from conversation_search.managers.replies import Reply
from conversation_search.managers.transactions import in_transaction
from conversation_search.runs.binding import bind_any_run, bind_run, bind_run_for_writing
from conversation_search.runs.provenance import (
    Judgement,
    check_sources,
    hold_sources,
    judge_sources,
    sources_of,
)
from conversation_search.text import storable


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply as it was stored, and everything its run had been shown."""

    message_id: int
    history_message_ids: tuple[int, ...]
    memory_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A reply and every platform id under which it was posted."""

    message_id: int
    external_message_ids: tuple[str, ...]


def recheck(runtime_agent_id: int, run_id: int, now: datetime) -> Judgement:
    """Tell whether a reply of this open run may still be sent; changes nothing. Raises NotFound, RunClosed."""
    return judge_sources(bind_run(runtime_agent_id, run_id, now))


def reply(runtime_agent_id: int, run_id: int, text: str, now: datetime) -> StoredReply:
    """Store the reply of a run and close the run, or do neither.

    Raises NotFound, RunClosed, InvalidArgument for an empty text, TooLarge, DisclosureDenied.
    """
    body = _checked_body(text)
    return in_transaction(lambda: _store(runtime_agent_id, run_id, body, now))


def delivered(runtime_agent_id: int, run_id: int, external_message_ids: Sequence[str]) -> Delivery:
    """Record as which messages the platform posted a run's reply, so that their echo is known. Repeatable.

    Raises NotFound, and InvalidArgument when the run has no reply or an id names something else in its room.
    """
    return in_transaction(lambda: _record(runtime_agent_id, run_id, external_message_ids))


def _checked_body(text: str) -> str:
    body = storable(text)
    if not body.strip():
        raise InvalidArgument.of("text", "Send the text of the reply.")
    if len(body.encode("utf-8")) > limits.REPLY_BYTES:
        raise TooLarge(f"A reply may have {limits.REPLY_BYTES} bytes of UTF-8.")
    return body


def _store(runtime_agent_id: int, run_id: int, body: str, now: datetime) -> StoredReply:
    run = bind_run_for_writing(runtime_agent_id, run_id, now)
    hold_sources(run)
    sources = check_sources(run)
    message_id = replies.store_reply(
        Reply(
            run_id=run.run_id,
            runtime_agent_id=run.runtime_agent_id,
            connector_id=run.connector_id,
            conversation_id=run.conversation_id,
            sent_at=now,
            body=body,
            sources=sources_of(run, sources),
        )
    )
    return StoredReply(message_id, sources.message_ids, sources.memory_ids)


def _record(runtime_agent_id: int, run_id: int, external_message_ids: Sequence[str]) -> Delivery:
    run = bind_any_run(runtime_agent_id, run_id)
    message_id = run.reply_message_id
    if message_id is None:
        raise InvalidArgument("This run has no reply yet. Send the reply first.")
    connector_type, _, connector_name = run.namespace.partition(":")
    hold_rooms(runtime_agent_id, [(ConnectorRef(connector_type, connector_name), run.external_thread_id)])
    replies.record_deliveries(runtime_agent_id, run.conversation_id, message_id, external_message_ids)
    conflicts = set(replies.delivery_conflicts(run.conversation_id, message_id, external_message_ids))
    if conflicts:
        hint = (
            "This id is another reply's, or a message of an account that is not the agent's. "
            "Register the agent's accounts with PUT /connectors."
        )
        raise InvalidArgument(
            "These ids already name something else in this conversation.",
            tuple(
                FieldError(f"external_message_ids[{place}]", InvalidArgument.code, hint)
                for place, external_message_id in enumerate(external_message_ids)
                if external_message_id in conflicts
            ),
        )
    if replies.any_deleted(run.conversation_id, external_message_ids):
        # The platform deleted what it posted before we knew that it was this reply.
        deletion.delete_held(runtime_agent_id, message_id)
    return Delivery(message_id, tuple(replies.list_deliveries(runtime_agent_id, message_id)))
