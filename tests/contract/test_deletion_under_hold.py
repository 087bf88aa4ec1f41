"""A deletion under hold hides a message at once, keeps its text where nobody sees it, and purges it on release."""

import pytest
from django.db import DatabaseError, transaction

from conversation_search.models import Memory, MessageEvent
from tests.cast import Cast
from tests.contract.asking import DELETE, delete, edit, is_withheld, may_show
from tests.database import column, execute, session, value
from tests.factories import HoldFactory, MemoryFactory, ReplyFactory, RunFactory
from tests.factories.holds import release
from tests.factories.policies import set_policy

BODY = "my key is plum"
PURGE = "UPDATE message_events SET purge_due_at = NULL, body = '' WHERE id = %(id)s::bigint"
DOCUMENTS = "SELECT chunk FROM message_search_documents WHERE message_event_id = %(id)s::bigint"
PLACE = "INSERT INTO legal_holds (runtime_agent_id, reason) VALUES (%(agent_id)s::bigint, 'case 12')"


def body_of(message: MessageEvent) -> str:
    """Return what is stored of a message's text."""
    found: str = value("SELECT body FROM message_events WHERE id = %(id)s::bigint", id=message.pk)
    return found


def held_message(cast: Cast) -> MessageEvent:
    """Store a message and place a hold on it."""
    message = cast.says(cast.ana, cast.launch, BODY)
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.launch)
    return message


def memory_of(cast: Cast, message: MessageEvent) -> Memory:
    """Form a memory from a message alone."""
    return MemoryFactory.create(run=RunFactory.create(conversation=cast.launch), sources=[message])


def test_a_deletion_under_hold_hides_the_message_at_once_and_keeps_its_text(cast: Cast) -> None:
    message = held_message(cast)
    run = cast.asks(cast.ana, cast.launch)
    assert may_show(run, message)
    delete(message)
    assert not may_show(run, message)
    assert (body_of(message), column(DOCUMENTS, id=message.pk)) == (BODY, [])
    message.refresh_from_db()
    assert message.deleted_at == message.purge_due_at is not None


def test_a_deletion_without_a_hold_leaves_no_text(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, BODY)
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    delete(message)
    message.refresh_from_db()
    assert (message.body, message.purge_due_at) == ("", None)


def test_what_was_built_on_a_message_that_was_deleted_under_hold_is_withheld_at_once(cast: Cast) -> None:
    message = held_message(cast)
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    delete(message)
    assert is_withheld(reply)
    assert not may_show(cast.asks(cast.ana, cast.launch), reply)


def test_a_text_that_is_held_cannot_be_purged_and_is_purged_after_the_release(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, BODY)
    hold = HoldFactory.create(runtime_agent=cast.agent)
    delete(message)
    with pytest.raises(DatabaseError, match="must be kept"), transaction.atomic():
        execute(PURGE, id=message.pk)
    release(hold)
    execute(PURGE, id=message.pk)
    assert body_of(message) == ""


def test_a_hold_that_comes_after_the_deletion_under_another_keeps_the_text_too(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, BODY)
    hold = HoldFactory.create(runtime_agent=cast.agent)
    delete(message)
    HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana)
    release(hold)
    with pytest.raises(DatabaseError, match="must be kept"), transaction.atomic():
        execute(PURGE, id=message.pk)
    assert body_of(message) == BODY


def test_a_memory_outlives_the_deletion_of_its_last_source_hidden_and_dies_with_the_purge(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, BODY)
    hold = HoldFactory.create(runtime_agent=cast.agent)
    memory = memory_of(cast, message)
    delete(message)
    memory.refresh_from_db()
    assert (memory.withheld_at is None, memory.deleted_at, memory.body == "") == (False, None, False)
    release(hold)
    execute(PURGE, id=message.pk)
    memory.refresh_from_db()
    assert (memory.deleted_at is None, memory.body) == (False, "")


@pytest.mark.parametrize(
    "change",
    [
        "body = ''",
        "body = 'other'",
        "deleted_at = NULL",
        "purge_due_at = now()",
        "body = 'other', edited_at = now()",
        "purge_due_at = NULL",
    ],
)
def test_nothing_else_of_a_message_that_was_deleted_under_hold_is_changed(cast: Cast, change: str) -> None:
    message = held_message(cast)
    delete(message)
    statement = f"UPDATE message_events SET {change} WHERE id = %(id)s::bigint"  # noqa: S608 - listed above
    with pytest.raises(DatabaseError), transaction.atomic():
        execute(statement, id=message.pk)
    assert body_of(message) == BODY


def test_no_text_is_emptied_without_a_deletion(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, BODY)
    for change in ("purge_due_at = now()", "body = ''"):
        statement = f"UPDATE message_events SET {change} WHERE id = %(id)s::bigint"  # noqa: S608
        with pytest.raises(DatabaseError, match="may not be changed"), transaction.atomic():
            execute(statement, id=message.pk)


def test_a_legal_minimum_keeps_the_text_of_what_is_deleted_before_it_is_over(cast: Cast) -> None:
    now = value("SELECT statement_timestamp()")
    young = cast.says(cast.ana, cast.launch, BODY, sent_at=now)
    old = cast.says(cast.ana, cast.launch, BODY)
    set_policy(30, "legal_minimum", runtime_agent=cast.agent)
    run = cast.asks(cast.ana, cast.launch)
    for message in (young, old):
        delete(message)
        assert not may_show(run, message)
    assert (body_of(young), body_of(old)) == (BODY, "")


def test_the_longest_legal_minimum_of_a_room_counts(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, BODY, sent_at=value("SELECT now() - interval '60 days'"))
    set_policy(30, "legal_minimum", runtime_agent=cast.agent, conversation=cast.launch)
    set_policy(90, "legal_minimum")
    delete(message)
    assert body_of(message) == BODY


def test_a_hold_that_is_placed_while_a_deletion_is_under_way_waits_for_it(committed_cast: Cast) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, BODY)
    with session() as deleting, session() as placing:
        deleting.rows(DELETE, id=message.pk)
        placed = placing.start(PLACE, agent_id=cast.agent.pk)
        assert not placed.done()
        deleting.commit()
        placed.result()
        placing.commit()
    assert body_of(message) == ""


def test_a_deletion_that_began_while_a_hold_was_placed_sees_it(committed_cast: Cast) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, BODY)
    with session() as placing, session() as deleting:
        placing.rows(PLACE, agent_id=cast.agent.pk)
        deletion = deleting.start(DELETE, id=message.pk)
        assert not deletion.done()
        placing.commit()
        deletion.result()
        deleting.commit()
    assert body_of(message) == BODY


def test_an_edit_of_a_held_message_is_taken_as_ever(cast: Cast) -> None:
    message = held_message(cast)
    edit(message, "edited")
    assert body_of(message) == "edited"
