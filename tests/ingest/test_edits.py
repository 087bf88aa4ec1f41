"""The text of a stored message changes only with a strictly newer `edited_at`, by the same sender."""

from datetime import datetime, timedelta

import pytest

from conversation_search.ingest import conversations
from conversation_search.ingest.records import (
    ExplicitAudience,
    IncomingConversation,
    IncomingMessage,
    IncomingSender,
)
from conversation_search.models import MessageEvent
from tests import database
from tests.cast import Cast
from tests.factories import ReplyFactory
from tests.ingest import stored
from tests.ingest.said import LATER, SENT, SLACK, said, store, store_one

SOON = timedelta(minutes=1)


def edited(text: str = "two", at: datetime = LATER, **details: object) -> IncomingMessage:
    """Say that the message has a newer text."""
    return said(text, edited_at=at, **details)


def test_a_newer_text_is_an_update(cast: Cast) -> None:
    first = store_one(cast, said("one"))
    update = store_one(cast, edited("two"))
    assert (update.status, update.message_id, update.has_evidence) == ("updated", first.message_id, True)
    assert stored.body(first.message_id) == "two"
    assert stored.column(first.message_id, "revision") == 2


@pytest.mark.parametrize(
    ("at", "status"), [(LATER, "duplicate"), (LATER - SOON, "duplicate"), (LATER + SOON, "updated")]
)
def test_only_a_strictly_newer_edit_is_one(cast: Cast, at: datetime, status: str) -> None:
    first, *_ = store(cast, said("one"), edited("two"))
    assert store_one(cast, edited("three", at)).status == status
    assert stored.body(first.message_id) == ("three" if status == "updated" else "two")


def test_an_edit_at_the_very_time_of_sending_is_none(cast: Cast) -> None:
    store_one(cast, said("one"))
    assert store_one(cast, edited("two", SENT)).status == "duplicate"


def test_a_message_that_arrives_edited_is_stored_so_in_its_first_revision(cast: Cast) -> None:
    first = store_one(cast, edited("two"))
    assert (first.status, first.has_evidence) == ("created", True)
    assert stored.column(first.message_id, "revision") == 1
    assert store_one(cast, said("one")).status == "duplicate"
    assert stored.body(first.message_id) == "two"


def test_an_edit_by_another_sender_is_rejected_and_the_same_one_by_its_sender_is_not(cast: Cast) -> None:
    store_one(cast, said("one"))
    other, own = store(cast, edited(sender="ben"), edited())
    assert [(one.status, one.code) for one in (other, own)] == [
        ("rejected", "sender_mismatch"),
        ("updated", None),
    ]


def test_edits_within_one_batch_follow_each_other(cast: Cast) -> None:
    results = store(cast, said("one"), edited("two"), edited("three", LATER + SOON), edited("two"))
    assert [one.status for one in results] == ["created", "updated", "updated", "duplicate"]
    assert stored.body(results[0].message_id) == "three"


def test_an_edit_changes_neither_the_time_of_sending_nor_the_name_of_the_sender(cast: Cast) -> None:
    first = store_one(cast, said("one", sender=IncomingSender("ana", "Ana")))
    store_one(cast, edited(sender=IncomingSender("ana", "Queen"), sent_at=SENT + SOON))
    assert stored.column(first.message_id, "sender_display_name") == "Ana"
    assert datetime.fromisoformat(stored.column(first.message_id, "sent_at")) == SENT


@pytest.mark.privacy
@pytest.mark.lineage
def test_an_edited_message_needs_its_old_audience_and_that_of_the_edit(cast: Cast) -> None:
    first = store_one(cast, said("one", where="board"))
    conversations.put(cast.agent.pk, SLACK, IncomingConversation("board", members=("ana", "cleo")))
    store_one(cast, edited(where="board"))
    for reader, allowed in (("ana", True), ("ben", False), ("cleo", False)):
        run = cast.asks(getattr(cast, reader), getattr(cast, f"dm_{reader}"))
        assert _allowed(cast, run.pk, first.message_id) is allowed, reader


def test_an_edit_in_an_unchanged_room_keeps_its_one_audience(cast: Cast) -> None:
    first, _ = store(cast, said("one"), edited())
    found = stored.evidence(first.message_id)
    assert found is not None
    assert found.audiences_of_class == 1


def test_an_edit_may_name_a_narrower_audience_which_is_added(cast: Cast) -> None:
    first, update = store(cast, said("one"), edited(audience=ExplicitAudience("members", ("ana",))))
    assert update.status == "updated"
    found = stored.evidence(first.message_id)
    assert found is not None
    assert (found.visibility, found.audiences_of_class) == ("workspace", 2)


def test_an_edit_that_names_an_audience_narrows_the_replies_built_on_the_message(cast: Cast) -> None:
    first = store_one(cast, said("one"))
    source = MessageEvent.objects.get(pk=first.message_id or 0)
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh, sources=[source])
    before = stored.evidence(reply.pk)
    store_one(cast, edited(audience=ExplicitAudience("members", ("ana",))))
    after = stored.evidence(reply.pk)
    assert before is not None
    assert after is not None
    assert (before.audiences_of_class, after.audiences_of_class) == (1, 2)


def test_an_edit_with_a_wider_audience_is_rejected_as_a_whole(cast: Cast) -> None:
    first, update = store(cast, said("one"), edited(audience=ExplicitAudience("public")))
    assert (update.status, update.code) == ("rejected", "audience_wider")
    assert stored.body(first.message_id) == "one"


def test_an_edit_replaces_what_is_found(cast: Cast) -> None:
    first, _ = store(cast, said("alpha"), edited("omega"))
    words = database.column(
        """
        SELECT word.lexeme FROM message_search_documents AS document, unnest(document.tsv) AS word
        WHERE document.message_event_id = %(message_id)s::bigint
        """,
        message_id=first.message_id,
    )
    assert words == ["omega"]


def test_a_late_edit_of_a_message_without_evidence_leaves_its_lineage_unknown(cast: Cast) -> None:
    conversations.put(cast.agent.pk, SLACK, IncomingConversation("quiet", "private_channel"))
    first, _ = store(cast, said("one", where="quiet"), edited(where="quiet"))
    conversations.put(cast.agent.pk, SLACK, IncomingConversation("quiet", members=("ana", "ben")))
    assert store_one(cast, edited(where="quiet")).has_evidence
    found = stored.evidence(first.message_id)
    assert found is not None
    assert found.audiences_of_class is None


def _allowed(cast: Cast, run_id: int, message_id: int | None) -> bool:
    allowed: bool = database.value(
        """
        SELECT mesh_messages_allowed(
            %(agent_id)s::bigint,
            ARRAY[%(message_id)s::bigint],
            ARRAY(SELECT mesh_allowed_audiences(%(run_id)s::bigint))
        )
        """,
        agent_id=cast.agent.pk,
        message_id=message_id,
        run_id=run_id,
    )
    return allowed
