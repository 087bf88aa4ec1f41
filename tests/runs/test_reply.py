"""The reply: checked, stored with its evidence and lineage, and its run closed; or nothing at all."""

import pytest

from conversation_search import limits
from conversation_search.errors import DisclosureDenied, InvalidArgument, NotFound, RunClosed, TooLarge
from conversation_search.models import Actor, MemoryProvenance, MessageEvent, Run
from conversation_search.runs import delivery
from tests.cast import Cast
from tests.database import column, value
from tests.factories import AgentFactory, ConnectorFactory, ConversationFactory, MessageFactory, RunFactory
from tests.runs.turns import (
    NOW,
    answer,
    delete,
    denials,
    evidence_of,
    is_searchable,
    judge,
    later,
    lists,
    shows,
    window_texts,
)

CLASS_AUDIENCES = """
SELECT unnest(class.audience_ids)
FROM message_source_evidence AS evidence
INNER JOIN disclosure_classes AS class ON class.id = evidence.class_id
WHERE evidence.message_event_id = %(id)s::bigint
"""
DOCUMENTS = "SELECT count(*) FROM message_search_documents WHERE message_event_id = %(id)s::bigint"


def test_a_reply_carries_everything_its_run_was_shown(cast: Cast) -> None:
    said = [cast.says(cast.ana, cast.launch, f"line {number}") for number in range(3)]
    inbound = cast.says(cast.ben, cast.launch, "when?")
    stored = answer(shows(cast.asks(cast.ben, cast.launch, inbound_message=inbound), *said))
    provenance = MemoryProvenance.objects.get(pk=stored.message_id)
    assert provenance.history_message_ids == [message.pk for message in said]
    assert stored.history_message_ids == tuple(provenance.history_message_ids)
    assert provenance.answered_message_id == inbound.pk


def test_a_reply_is_a_message_of_the_agents_account_in_the_room_of_its_run(cast: Cast) -> None:
    stored = answer(cast.asks(cast.ana, cast.dm_ana), "on friday\x00")
    reply = MessageEvent.objects.get(pk=stored.message_id)
    assert (reply.actor, reply.conversation, reply.body) == (
        cast.mesh,
        cast.dm_ana,
        "on friday\N{REPLACEMENT CHARACTER}",
    )
    assert (reply.external_message_id, reply.sent_at) == (None, NOW)


def test_a_reply_is_indexed_with_its_class_at_once(cast: Cast) -> None:
    stored = answer(cast.asks(cast.ana, cast.launch))
    assert is_searchable(stored.message_id)
    assert value(DOCUMENTS, id=stored.message_id) == 1


def test_the_class_of_a_reply_holds_its_own_audience_and_all_its_sources(cast: Cast) -> None:
    elsewhere = cast.says(cast.ben, cast.shared, "for the workspace and its guests")
    inbound = cast.says(cast.ana, cast.dm_ana, "when?")
    run = shows(cast.asks(cast.ana, cast.dm_ana, inbound_message=inbound), elsewhere)
    stored = answer(run)
    behind = {evidence_of(one).audience_id for one in (stored.message_id, elsewhere.pk, inbound.pk)}  # type: ignore[union-attr]
    assert set(column(CLASS_AUDIENCES, id=stored.message_id)) == behind


@pytest.mark.privacy
def test_a_reply_built_on_a_direct_message_stays_with_its_reader(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we sell in may")
    answer(shows(cast.asks(cast.ana, cast.dm_ana), secret), "you sell in may")
    lists(cast.dm_ana, "ana", "mesh-agent")
    assert window_texts(cast.asks(cast.ana, cast.dm_ana)) == ["we sell in may", "you sell in may"]
    assert not judge(
        shows(cast.asks(cast.ben, cast.dm_ben), *MessageEvent.objects.filter(conversation=cast.dm_ana))
    ).deliverable


def test_answering_a_message_without_evidence_leaves_the_lineage_of_the_reply_unknown(cast: Cast) -> None:
    inbound = cast.says(cast.ana, cast.launch, "of unknown origin", evidence=False)
    stored = answer(cast.asks(cast.ana, cast.launch, inbound_message=inbound))
    evidence = evidence_of(stored.message_id)
    assert evidence is not None
    assert evidence.disclosure_class_id is None


def test_a_reply_into_a_room_whose_readers_are_unknown_has_no_evidence(cast: Cast) -> None:
    room = ConversationFactory.create(connector=cast.slack, kind="private_channel")
    stored = answer(cast.asks(cast.ana, room))
    assert evidence_of(stored.message_id) is None
    assert MemoryProvenance.objects.filter(pk=stored.message_id).exists()


@pytest.mark.django_db
def test_a_connector_without_an_agent_account_is_given_one() -> None:
    room = ConversationFactory.create(connector=ConnectorFactory.create())
    run = RunFactory.create(conversation=room)
    answer(run)
    (account,) = Actor.objects.filter(connector=room.connector)
    assert (account.external_id, account.is_agent) == ("mesh-agent", True)
    answer(RunFactory.create(conversation=room))
    assert Actor.objects.filter(connector=room.connector).count() == 1


@pytest.mark.privacy
def test_a_membership_change_between_search_and_reply_stores_nothing(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "just between us")
    run = shows(cast.asks(cast.ana, cast.dm_ana), secret)
    lists(cast.dm_ana, "ana", "ben", "mesh-agent")
    with pytest.raises(DisclosureDenied) as refused:
        answer(run)
    assert [(one.message_id, one.rule) for one in refused.value.denied] == [(secret.pk, "audience")]
    assert_nothing_was_stored(run)


def test_a_source_deleted_before_the_reply_stores_nothing(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "my key is plum")
    run = shows(cast.asks(cast.ana, cast.launch), said)
    delete(said)
    with pytest.raises(DisclosureDenied):
        answer(run)
    assert denials(judge(run)) == {said.pk: "deleted"}
    assert_nothing_was_stored(run)


def test_a_reply_is_withheld_when_the_message_it_answered_is_deleted(cast: Cast) -> None:
    inbound = cast.says(cast.ana, cast.launch, "my key is plum, what is it?")
    stored = answer(cast.asks(cast.ana, cast.launch, inbound_message=inbound), "your key is plum")
    delete(inbound)
    assert not is_searchable(stored.message_id)


def test_five_hundred_history_messages_are_stored_and_one_more_is_refused(cast: Cast) -> None:
    said = MessageFactory.create_batch(limits.HISTORY_MESSAGE_IDS, conversation=cast.launch, actor=cast.ana)
    inbound = cast.says(cast.ana, cast.launch, "and?")
    full = shows(cast.asks(cast.ana, cast.launch, inbound_message=inbound), *said)
    overfull = shows(cast.asks(cast.ana, cast.launch, inbound_message=inbound), *said, inbound)
    with pytest.raises(DisclosureDenied):
        answer(overfull)
    stored = answer(full)
    assert len(stored.history_message_ids) == limits.HISTORY_MESSAGE_IDS
    assert judge(
        shows(cast.asks(cast.ana, cast.launch), MessageEvent.objects.get(pk=stored.message_id))
    ).deliverable


def test_a_run_is_answered_once(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch)
    answer(run)
    with pytest.raises(RunClosed):
        answer(run)
    with pytest.raises(RunClosed):
        judge(run)
    assert MessageEvent.objects.filter(conversation=cast.launch).count() == 1


def test_a_run_is_not_answered_after_its_hour(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch, expires_at=later(60))
    with pytest.raises(RunClosed):
        answer(run, now=later(60))
    answer(run, now=later(59))


def test_another_agent_cannot_answer(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.launch)
    with pytest.raises(NotFound):
        delivery.reply(AgentFactory.create().pk, run.pk, "hello", NOW)
    assert_nothing_was_stored(run)


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_an_empty_reply_is_refused(cast: Cast, text: str) -> None:
    with pytest.raises(InvalidArgument):
        answer(cast.asks(cast.ana, cast.launch), text)


def test_a_reply_of_one_mebibyte_is_stored_and_one_byte_more_is_too_large(cast: Cast) -> None:
    with pytest.raises(TooLarge):
        answer(cast.asks(cast.ana, cast.launch), "a" * (limits.REPLY_BYTES + 1))
    with pytest.raises(TooLarge):
        answer(cast.asks(cast.ana, cast.launch), "\ud800" * (limits.REPLY_BYTES // 3 + 1))
    stored = answer(cast.asks(cast.ana, cast.launch), "a" * limits.REPLY_BYTES)
    assert len(MessageEvent.objects.get(pk=stored.message_id).body) == limits.REPLY_BYTES


def assert_nothing_was_stored(run: Run) -> None:
    """Check that a refused reply left no message and an open run."""
    run.refresh_from_db()
    assert (run.closed_at, run.reply_message) == (None, None)
    assert not MessageEvent.objects.filter(conversation=run.conversation, actor__is_agent=True).exists()
