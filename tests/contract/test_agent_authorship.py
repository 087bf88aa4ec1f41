"""Agent authorship is a property of the actor, for good: what its account says needs provenance."""

import pytest

from conversation_search.models import Actor, MessageEvent
from tests.cast import Cast
from tests.contract.asking import MARK_AGENT, audience_of, class_of, edit, mark_agent, may_show
from tests.contract.replying import LOCK_SOURCES, store_reply
from tests.database import execute, rows, session
from tests.factories import EvidenceFactory, MessageFactory, ReplyFactory

DOCUMENT = (
    "SELECT audience_id, class_id FROM message_search_documents WHERE message_event_id = %(id)s::bigint"
)
STORE = """
WITH message AS (
    INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, sent_at, body)
    SELECT runtime_agent_id, id, %(actor_id)s::bigint, now(), 'said by whom?'
    FROM conversations WHERE id = %(room_id)s::bigint
    RETURNING id, runtime_agent_id, conversation_id, sent_at
), own AS MATERIALIZED (
    SELECT message.*, mesh_intern_audience(
        message.runtime_agent_id, mesh_conversation_audience(message.conversation_id)
    ) AS audience_id
    FROM message
)
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT
    id, runtime_agent_id, conversation_id, sent_at, audience_id,
    mesh_intern_class(runtime_agent_id, ARRAY[audience_id])
FROM own
RETURNING message_event_id
"""


def test_an_account_of_the_agent_stays_one(cast: Cast) -> None:
    execute("UPDATE actors SET is_agent = false WHERE id = %(id)s::bigint", id=cast.mesh.pk)
    assert Actor.objects.get(pk=cast.mesh.pk).is_agent


@pytest.mark.lineage
def test_marking_an_account_taints_what_it_said_before(cast: Cast) -> None:
    said = cast.says(cast.ben, cast.launch, "I am a bot")
    run = cast.asks(cast.ana, cast.launch)
    assert may_show(run, said)
    mark_agent(cast.ben.pk)
    assert class_of(said) is None
    assert not may_show(run, said)


@pytest.mark.lineage
def test_marking_an_account_taints_what_was_built_on_it_however_far_down(cast: Cast) -> None:
    said = cast.says(cast.ben, cast.launch, "I am a bot")
    child = ReplyFactory.create(conversation=cast.launch, sources=[said])
    grandchild = ReplyFactory.create(conversation=cast.launch, answered=child)
    run = cast.asks(cast.ana, cast.launch)
    mark_agent(cast.ben.pk)
    assert [class_of(message) for message in (child, grandchild)] == [None, None]
    assert not may_show(run, grandchild)


def test_marking_an_account_leaves_its_stored_replies_as_they_are(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.ben)
    mark_agent(cast.ben.pk)
    assert may_show(cast.asks(cast.ana, cast.launch), reply)


def test_the_index_follows_a_marking(cast: Cast) -> None:
    said = cast.says(cast.ben, cast.launch, "I am a bot")
    mark_agent(cast.ben.pk)
    assert rows(DOCUMENT, id=said.pk) == [(said.evidence.audience_id, None)]


@pytest.mark.lineage
def test_evidence_that_is_written_for_an_account_of_the_agent_has_no_known_lineage(cast: Cast) -> None:
    echo = cast.says(cast.mesh, cast.launch, "an echo of a secret")
    EvidenceFactory.create(message_event=echo)
    assert class_of(echo) is None
    assert rows(DOCUMENT, id=echo.pk) == [(audience_of(echo).pk, None)]
    assert not may_show(cast.asks(cast.ana, cast.launch), echo)


@pytest.mark.lineage
def test_an_edit_does_not_lift_a_taint(cast: Cast) -> None:
    said = cast.says(cast.ben, cast.launch, "I am a bot")
    mark_agent(cast.ben.pk)
    edit(said, "I am not")
    assert not may_show(cast.asks(cast.ana, cast.launch), said)


def test_a_registered_account_of_the_agent_is_no_reader_of_a_room(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.board, "hello")
    assert message.evidence.audience.readers == ["ana", "ben"]
    mark_agent(cast.ben.pk)
    assert cast.says(cast.ana, cast.board, "hello again").evidence.audience.readers == ["ana", "ben"]
    execute("UPDATE actors SET own_account = 'registered' WHERE id = %(id)s::bigint", id=cast.ben.pk)
    assert cast.says(cast.ana, cast.board, "and again").evidence.audience.readers == ["ana"]


def test_a_marking_that_races_a_closing_reply_waits_and_taints_it(committed_cast: Cast) -> None:
    cast = committed_cast
    said = cast.says(cast.ben, cast.launch, "I am a bot")
    child = ReplyFactory.create(conversation=cast.launch, sources=[said])
    with session() as replying, session() as marking:
        replying.rows(LOCK_SOURCES, ids=[child.pk])
        mark = marking.start(MARK_AGENT, id=cast.ben.pk)
        assert not mark.done()
        grandchild_id = store_reply(replying, cast.launch, child)
        replying.commit()
        mark.result()
        marking.commit()
    assert class_of(MessageEvent.objects.get(pk=grandchild_id)) is None


def test_a_message_that_races_the_marking_of_its_account_is_tainted(committed_cast: Cast) -> None:
    cast = committed_cast
    with session() as marking, session() as storing:
        marking.rows(MARK_AGENT, id=cast.ben.pk)
        store = storing.start(STORE, actor_id=cast.ben.pk, room_id=cast.launch.pk)
        assert not store.done()
        marking.commit()
        ((message_id,),) = store.result()
        storing.commit()
    assert class_of(MessageEvent.objects.get(pk=message_id)) is None


def test_a_marking_that_races_a_message_of_its_account_waits_and_taints_it(committed_cast: Cast) -> None:
    cast = committed_cast
    MessageFactory.create(conversation=cast.launch, actor=cast.ben)
    with session() as marking, session() as storing:
        ((message_id,),) = storing.rows(STORE, actor_id=cast.ben.pk, room_id=cast.launch.pk)
        mark = marking.start(MARK_AGENT, id=cast.ben.pk)
        assert not mark.done()
        storing.commit()
        mark.result()
        marking.commit()
    assert class_of(MessageEvent.objects.get(pk=message_id)) is None
