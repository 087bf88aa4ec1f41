"""A tombstone holds no text, stays while something is built on it, and goes with the last of that."""

import pytest
from django.db import DatabaseError, transaction

from conversation_search.erasure import execution, requests
from conversation_search.errors import ConversationSearchError
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import column, execute, value
from tests.erasure.asked import (
    RITA,
    ask_for_message,
    ask_for_person,
    body_of,
    count,
    erase,
)
from tests.factories import LedgerEntryFactory, MemoryFactory, ReplyFactory
from tests.runs.turns import answer, delete, shows


def test_a_tombstone_holds_no_text_and_nobody_else_can_write_any_into_it(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    ReplyFactory.create(conversation=cast.launch, sources=[message])
    erase(ask_for_message(cast, message))
    assert body_of(message) == ""
    with pytest.raises(DatabaseError), transaction.atomic():
        execute("UPDATE message_events SET body = 'plum' WHERE id = %(id)s::bigint", id=message.pk)


def test_a_tombstone_stays_while_something_is_built_on_it(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    deeper = ReplyFactory.create(conversation=cast.launch, sources=[reply])
    erase(ask_for_message(cast, message))
    assert body_of(message) == ""
    assert may_show(cast.asks(cast.ana, cast.launch), deeper)


def test_a_tombstone_goes_with_its_last_descendant(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    first = erase(ask_for_message(cast, message))
    assert body_of(message) == ""
    erase(ask_for_message(cast, reply))
    execution.remove_tombstones(first.request_id)
    assert [body_of(one) for one in (message, reply)] == [None, None]


def test_a_chain_of_tombstones_goes_from_its_end(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    MemoryFactory.create(run=cast.asks(cast.ana, cast.launch), sources=[reply])
    request = ask_for_message(cast, message)
    requests.choose(request, None, "erase", None, RITA)
    requests.choose(request, None, "erase", None, RITA)
    erase(request)
    assert (body_of(message), body_of(reply), value("SELECT count(*) FROM memories")) == (None, None, 0)
    assert column("SELECT message_event_id FROM memory_provenance") == []


def test_a_tombstone_that_no_erasure_left_is_not_removed(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    delete(message)
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    for table, key in (("message_source_evidence", "message_event_id"), ("message_events", "id")):
        with pytest.raises(DatabaseError), transaction.atomic():
            execute(f"DELETE FROM {table} WHERE {key} = %(id)s::bigint", id=message.pk)  # noqa: S608


def test_a_ledger_keeps_the_number_of_what_is_gone(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    run = cast.asks(cast.ana, cast.launch, closed_at="2026-03-02T10:00:00Z")
    LedgerEntryFactory.create(run=run, message_event=message)
    erase(ask_for_message(cast, message))
    assert body_of(message) is None
    assert count("ledger_entries", "message_event_id", message.pk) == 1


def test_a_tombstone_stays_while_an_open_run_was_shown_it_so_that_its_reply_is_denied(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    run = shows(cast.asks(cast.ana, cast.launch), message)
    request = erase(ask_for_message(cast, message))
    assert body_of(message) == ""
    with pytest.raises(ConversationSearchError, match="denied"):
        answer(run)
    run.closed_at = "2026-03-02T10:00:00Z"
    run.save()
    execution.remove_tombstones(request.request_id)
    assert body_of(message) is None


def test_a_run_whose_question_is_gone_is_still_a_run(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    run = cast.asks(cast.ana, cast.launch, inbound_message=message, closed_at="2026-03-02T10:00:00Z")
    erase(ask_for_person(cast, cast.ana))
    run.refresh_from_db()
    assert (run.inbound_message_id, body_of(message)) == (None, None)
