"""Agent authorship is a property of the actor: what its accounts say without being a stored reply has no evidence."""

import pytest

from conversation_search.ingest import actors, connectors
from conversation_search.ingest.records import IncomingActor, IncomingConnector, IncomingSender
from conversation_search.models import DeliveredMessage, MessageEvent
from tests import database
from tests.cast import Cast
from tests.factories import ReplyFactory
from tests.ingest import stored
from tests.ingest.said import LATER, SLACK, room, said, store, store_one


def deliver(cast: Cast, reply: MessageEvent, external_id: str) -> None:
    """Record under which id a reply was posted."""
    DeliveredMessage.objects.create(
        runtime_agent=cast.agent,
        conversation_id=reply.conversation_id,
        external_message_id=external_id,
        message_event=reply,
    )


def class_is_known(message_id: int | None) -> bool:
    """Tell whether the lineage of a message is known."""
    found = stored.evidence(message_id)
    return found is not None and found.audiences_of_class is not None


def test_a_registered_account_gets_no_evidence_and_a_person_does(cast: Cast) -> None:
    own, person = store(cast, said(sender="mesh-agent"), said(id="m2"))
    assert (own.status, own.has_evidence, person.has_evidence) == ("created", False, True)


def test_a_sender_marked_as_agent_gets_no_evidence_then_or_later(cast: Cast) -> None:
    results = store(
        cast,
        said(sender=IncomingSender("helper", is_agent=True)),
        said(sender=IncomingSender("helper", is_agent=False), id="m2"),
        said(sender="helper", id="m3"),
    )
    assert [result.has_evidence for result in results] == [False, False, False]
    assert not store_one(cast, said(sender="helper", id="m4")).has_evidence


def test_a_repeat_from_an_account_of_the_agent_records_nothing(cast: Cast) -> None:
    first, repeat = store(cast, said(sender="mesh-agent"), said(sender="mesh-agent"))
    assert (repeat.status, repeat.has_evidence) == ("duplicate", False)
    assert stored.evidence(first.message_id) is None


def test_an_edit_from_an_account_of_the_agent_records_nothing(cast: Cast) -> None:
    first, edit = store(cast, said(sender="mesh-agent"), said("new", sender="mesh-agent", edited_at=LATER))
    assert (edit.status, edit.has_evidence) == ("updated", False)
    assert stored.evidence(first.message_id) is None


@pytest.mark.parametrize("way", ["connector", "actor", "message"])
def test_marking_an_account_makes_what_it_said_before_unknown(cast: Cast, way: str) -> None:
    first, other = store(cast, said(sender="helper"), said(id="m2"))
    assert class_is_known(first.message_id)
    match way:
        case "connector":
            connectors.put(cast.agent.pk, IncomingConnector(SLACK, ("helper",)))
        case "actor":
            actors.put(cast.agent.pk, IncomingActor(SLACK, "helper", is_agent=True))
        case _:
            store_one(cast, said(id="m3", sender=IncomingSender("helper", is_agent=True)))
    assert not class_is_known(first.message_id)
    assert class_is_known(other.message_id)


def test_an_account_of_the_agent_cannot_be_unmarked(cast: Cast) -> None:
    kept = actors.put(cast.agent.pk, IncomingActor(SLACK, "mesh-agent", is_agent=False, display_name="Mesh"))
    assert (kept.is_agent, kept.display_name) == (True, "Mesh")


def test_an_account_marked_in_a_batch_stays_a_reader_of_what_follows(cast: Cast) -> None:
    described = room("new", "private_channel", members=("ana", "helper"))
    before, _, after = store(
        cast,
        said(where=described),
        said(where="new", id="m2", sender=IncomingSender("helper", is_agent=True)),
        said(where="new", id="m3"),
    )
    readers = [
        found.readers for found in map(stored.evidence, (before.message_id, after.message_id)) if found
    ]
    assert readers == [["ana", "helper"], ["ana", "helper"]]


def test_the_echo_of_a_reply_is_a_duplicate_of_it(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh)
    deliver(cast, reply, "p1")
    echo = store_one(cast, said("as I heard", id="p1", sender="mesh-agent"))
    assert (echo.status, echo.message_id, echo.has_evidence) == ("duplicate", reply.pk, True)
    assert database.value("SELECT count(*) FROM message_events WHERE external_message_id = 'p1'") == 0


def test_the_edit_of_an_echo_never_changes_the_reply(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh, body="original")
    deliver(cast, reply, "p1")
    echo = store_one(cast, said("forged", id="p1", sender="mesh-agent", edited_at=LATER))
    assert (echo.status, stored.body(reply.pk)) == ("duplicate", "original")


def test_a_human_under_the_id_of_a_reply_is_rejected(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh, body="original")
    deliver(cast, reply, "p1")
    forged = store_one(cast, said("forged", id="p1", sender="ana"))
    assert (forged.status, forged.code, stored.body(reply.pk)) == ("rejected", "sender_mismatch", "original")


def test_an_echo_under_the_id_of_another_room_is_a_message_of_its_own(cast: Cast) -> None:
    deliver(cast, ReplyFactory.create(conversation=cast.launch, actor=cast.mesh), "p1")
    echo = store_one(cast, said(where="board", id="p1", sender="mesh-agent"))
    assert (echo.status, echo.has_evidence) == ("created", False)


def test_an_echo_before_its_reply_is_known_as_delivered_has_no_evidence(cast: Cast) -> None:
    early = store_one(cast, said(id="p1", sender="mesh-agent"))
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh)
    deliver(cast, reply, "p1")
    late = store_one(cast, said(id="p1", sender="mesh-agent"))
    assert (early.status, early.has_evidence) == ("created", False)
    assert (late.status, late.message_id) == ("duplicate", reply.pk)


def test_a_reply_keeps_its_lineage_when_its_account_is_marked_again(cast: Cast) -> None:
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh)
    connectors.put(cast.agent.pk, IncomingConnector(SLACK, ("mesh-agent", "second")))
    assert class_is_known(reply.pk)
