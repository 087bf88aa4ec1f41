"""The authorized history window of a run."""

from datetime import timedelta

import pytest

from conversation_search.managers import history
from conversation_search.managers.rooms import read_clock
from conversation_search.models import MessageEvent
from conversation_search.retrieval.history import load_window, reload_window
from tests.cast import Cast
from tests.factories import ProvenanceFactory, ReplyFactory
from tests.factories.messages import FIRST_SENT, record_evidence, room_audience_id
from tests.runs.turns import delete, edit, lists, window_texts


def test_the_window_holds_the_newest_messages_of_the_room_oldest_first(cast: Cast) -> None:
    for number in range(5):
        cast.says(cast.ana, cast.launch, f"line {number}", sent_at=FIRST_SENT + timedelta(hours=number))
    cast.says(cast.ben, cast.dm_ben, "another room")
    assert window_texts(cast.asks(cast.ana, cast.launch), 3) == ["line 2", "line 3", "line 4"]


def test_messages_of_one_moment_keep_the_order_in_which_they_were_stored(cast: Cast) -> None:
    for number in range(3):
        cast.says(cast.ana, cast.launch, f"line {number}", sent_at=FIRST_SENT)
    assert window_texts(cast.asks(cast.ana, cast.launch), 2) == ["line 1", "line 2"]


def test_a_window_of_none_is_empty(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "hello")
    assert window_texts(cast.asks(cast.ana, cast.launch), 0) == []


def test_the_message_being_answered_is_not_in_its_own_window(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "before")
    inbound = cast.says(cast.ana, cast.launch, "the question")
    assert window_texts(cast.asks(cast.ana, cast.launch, inbound_message=inbound)) == ["before"]


def test_the_agents_own_replies_are_told_by_you(cast: Cast) -> None:
    asked = cast.says(cast.ana, cast.launch, "when?", sent_at=FIRST_SENT)
    ReplyFactory.create(conversation=cast.launch, answered=asked, body="on friday")
    run = cast.asks(cast.ana, cast.launch)
    shown = load_window(run.runtime_agent_id, run.pk, 30)
    assert [(message.speaker, message.body) for message in shown] == [("Ana", "when?"), ("you", "on friday")]


def test_a_message_keeps_the_name_it_was_sent_under(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "hello", sender_display_name="Ana B.")
    run = cast.asks(cast.ana, cast.launch)
    assert [message.speaker for message in load_window(run.runtime_agent_id, run.pk, 30)] == ["Ana B."]


@pytest.mark.privacy
def test_what_was_said_before_a_join_is_not_in_the_window(cast: Cast) -> None:
    lists(cast.dm_ana, "ana", "mesh-agent")
    cast.says(cast.ana, cast.dm_ana, "just between us")
    lists(cast.dm_ana, "ana", "ben", "mesh-agent")
    cast.says(cast.ana, cast.dm_ana, "hello ben", sent_at=read_clock())
    assert window_texts(cast.asks(cast.ben, cast.dm_ana)) == ["hello ben"]


def test_a_message_without_evidence_is_not_in_the_window(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "of unknown origin", evidence=False)
    cast.says(cast.ana, cast.launch, "known")
    assert window_texts(cast.asks(cast.ana, cast.launch)) == ["known"]


@pytest.mark.lineage
def test_a_deleted_message_and_the_reply_built_on_it_are_not_in_the_window(cast: Cast) -> None:
    asked = cast.says(cast.ana, cast.launch, "my key is plum")
    ReplyFactory.create(conversation=cast.launch, answered=asked, body="your key is plum")
    cast.says(cast.ana, cast.launch, "later")
    delete(asked)
    assert window_texts(cast.asks(cast.ana, cast.launch)) == ["later"]


@pytest.mark.lineage
def test_a_reply_built_on_another_persons_direct_message_is_not_in_the_window(cast: Cast) -> None:
    secret = cast.says(cast.ben, cast.dm_ben, "we sell in may")
    ReplyFactory.create(conversation=cast.launch, sources=[secret], body="something happens in may")
    assert window_texts(cast.asks(cast.ana, cast.launch)) == []


@pytest.mark.lineage
def test_what_the_authority_refuses_is_replaced_by_the_next_older_message(cast: Cast) -> None:
    for number in range(4):
        cast.says(cast.ana, cast.launch, f"line {number}", sent_at=FIRST_SENT + timedelta(hours=number))
    dangling_reply(cast, FIRST_SENT + timedelta(hours=9))
    run = cast.asks(cast.ana, cast.launch)
    assert len(history.find_window(run.runtime_agent_id, run.pk, 3, None)) == 3
    assert window_texts(run, 3) == ["line 1", "line 2", "line 3"]


@pytest.mark.lineage
def test_a_window_of_nothing_but_refused_messages_is_empty(cast: Cast) -> None:
    for number in range(3):
        dangling_reply(cast, FIRST_SENT + timedelta(hours=number))
    assert window_texts(cast.asks(cast.ana, cast.launch)) == []


def test_a_window_that_comes_again_leaves_out_what_was_deleted_and_reads_what_was_edited(cast: Cast) -> None:
    said = [cast.says(cast.ana, cast.launch, f"line {number}") for number in range(3)]
    run = cast.asks(cast.ana, cast.launch)
    ids = [message.message_event_id for message in load_window(run.runtime_agent_id, run.pk, 30)]
    delete(said[0])
    edit(said[1], "corrected")
    shown = reload_window(run.runtime_agent_id, run.pk, ids)
    assert [message.body for message in shown] == ["corrected", "line 2"]


def dangling_reply(cast: Cast, sent_at: object) -> MessageEvent:
    """Store a reply whose class is known although one of its sources is missing: only the authority knows."""
    reply = cast.says(cast.mesh, cast.launch, "from nowhere", sent_at=sent_at)
    ProvenanceFactory.create(message_event=reply, history_message_ids=[2**40 - 1])
    record_evidence(reply, room_audience_id(cast.launch.pk))
    return reply
