"""A deletion empties the text at once, keeps a tombstone, and withholds what might go on quoting it."""

import pytest

from conversation_search.models import MemoryProvenance, MessageEvent
from tests.cast import Cast
from tests.contract.asking import DELETE, audience_of, class_of, delete, is_withheld, may_show
from tests.contract.replying import LOCK_SOURCES, close_reply
from tests.database import column, rows, session, value
from tests.factories import EvidenceFactory, ReplyFactory

DOCUMENTS = (
    "SELECT message_event_id FROM message_search_documents WHERE message_event_id = ANY (%(ids)s::bigint[])"
)


def test_a_tombstone_keeps_its_id_its_audience_and_its_edges(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message], answered=message)
    before = audience_of(message)
    delete(message)
    kept = MessageEvent.objects.get(pk=message.pk)
    assert (kept.body, audience_of(kept)) == ("", before)
    assert kept.deleted_at is not None
    edges = MemoryProvenance.objects.get(pk=reply.pk)
    assert (edges.history_message_ids, edges.answered_message_id) == ([message.pk], message.pk)


def test_the_words_of_a_deleted_message_are_gone_from_the_index(cast: Cast) -> None:
    long = cast.says(cast.ana, cast.launch, "my key is plum " * 2_000)
    assert len(column(DOCUMENTS, ids=[long.pk])) > 1
    delete(long)
    assert column(DOCUMENTS, ids=[long.pk]) == []


def test_a_deleted_message_is_not_shown(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    run = cast.asks(cast.ana, cast.launch)
    assert may_show(run, message)
    delete(message)
    assert not may_show(run, message)


@pytest.mark.parametrize("edge", ["sources", "answered"])
def test_what_was_built_directly_on_a_deleted_message_is_withheld(cast: Cast, edge: str) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    built_on = {"sources": [message]} if edge == "sources" else {"answered": message}
    reply = ReplyFactory.create(conversation=cast.launch, body="your key is plum", **built_on)
    run = cast.asks(cast.ana, cast.launch)
    assert may_show(run, reply)
    delete(message)
    assert (is_withheld(reply), class_of(reply), may_show(run, reply)) == (True, None, False)


def test_a_withheld_reply_is_withheld_in_the_index_too(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    delete(message)
    assert rows(
        "SELECT audience_id, class_id FROM message_search_documents WHERE message_event_id = %(id)s::bigint",
        id=reply.pk,
    ) == [(audience_of(reply).pk, None)]


def test_deeper_descendants_of_a_deleted_message_keep_their_class(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    deeper = ReplyFactory.create(conversation=cast.launch, sources=[reply])
    before = class_of(deeper)
    delete(message)
    assert (is_withheld(deeper), class_of(deeper)) == (False, before)
    assert may_show(cast.asks(cast.ana, cast.launch), deeper)


@pytest.mark.lineage
def test_a_deletion_widens_nothing_further_down(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "we are selling the company")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[secret])
    deeper = ReplyFactory.create(conversation=cast.launch, sources=[reply])
    delete(secret)
    assert not may_show(cast.asks(cast.ben, cast.launch), deeper)


def test_a_reply_stored_on_a_message_that_was_deleted_has_no_known_lineage(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum")
    delete(message)
    reply = ReplyFactory.create(conversation=cast.launch, answered=message, body="your key is plum")
    assert class_of(reply) is None
    assert not may_show(cast.asks(cast.ana, cast.launch), reply)


def test_deleting_a_message_without_evidence_withholds_what_was_built_on_it(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum", evidence=False)
    reply = ReplyFactory.create(conversation=cast.launch, sources=[message])
    delete(message)
    assert is_withheld(reply)


def test_a_tombstone_is_given_no_evidence(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "my key is plum", evidence=False)
    delete(message)
    with pytest.raises(Exception, match="does not fit"):
        EvidenceFactory.create(message_event=message)


def test_a_deletion_that_races_a_closing_reply_waits_and_sees_the_child(committed_cast: Cast) -> None:
    cast = committed_cast
    source = cast.says(cast.ana, cast.launch, "my key is plum")
    with session() as replying, session() as deleting:
        reply_id = close_reply(replying, cast.launch, source)
        deletion = deleting.start(DELETE, id=source.pk)
        assert not deletion.done()
        replying.commit()
        deletion.result()
        deleting.commit()
    assert is_withheld(MessageEvent.objects.get(pk=reply_id))


def test_a_reply_that_closes_after_a_deletion_sees_it(committed_cast: Cast) -> None:
    cast = committed_cast
    source = cast.says(cast.ana, cast.launch, "my key is plum")
    with session() as replying, session() as deleting:
        deleting.rows(DELETE, id=source.pk)
        waiting = replying.start(LOCK_SOURCES, ids=[source.pk])
        assert not waiting.done()
        deleting.commit()
        waiting.result()
        reply_id = close_reply(replying, cast.launch, source)
        replying.commit()
    assert class_of(MessageEvent.objects.get(pk=reply_id)) is None


def test_a_deletion_that_races_an_edit_of_what_quotes_it_leaves_no_stale_index(committed_cast: Cast) -> None:
    cast = committed_cast
    source = cast.says(cast.ana, cast.launch, "my key is plum")
    reply = ReplyFactory.create(conversation=cast.launch, sources=[source], sent_at=source.sent_at)
    with session() as editing, session() as deleting:
        deleting.rows(DELETE, id=source.pk)
        edit = editing.start(
            "UPDATE message_events SET body = 'edited', edited_at = now() WHERE id = %(id)s::bigint",
            id=reply.pk,
        )
        assert not edit.done()
        deleting.commit()
        edit.result()
        editing.commit()
    assert (
        value(
            "SELECT class_id FROM message_search_documents WHERE message_event_id = %(id)s::bigint",
            id=reply.pk,
        )
        is None
    )
