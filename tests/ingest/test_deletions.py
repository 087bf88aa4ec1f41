"""What a platform deleted is gone at once, and what was built on it is withheld."""

import pytest

from conversation_search.errors import NotFound
from conversation_search.ingest import deletion
from conversation_search.models import DeliveredMessage, MessageEvent
from tests import database
from tests.cast import Cast
from tests.factories import AgentFactory, ReplyFactory
from tests.ingest import stored
from tests.ingest.said import LATER, room, said, store, store_one


def posted(cast: Cast, *external_ids: str, **details: object) -> MessageEvent:
    """Store a reply in #launch that was posted under these ids."""
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh, **details)
    for external_id in external_ids:
        DeliveredMessage.objects.create(
            runtime_agent=cast.agent,
            conversation=cast.launch,
            external_message_id=external_id,
            message_event=reply,
        )
    return reply


def withheld(message_id: int | None) -> bool:
    """Tell whether the evidence of a message is withheld."""
    found: bool = database.value(
        """
        SELECT withheld_at IS NOT NULL FROM message_source_evidence WHERE message_event_id = %(message_id)s::bigint
        """,
        message_id=message_id,
    )
    return found


def test_a_deleted_message_loses_its_text_and_its_documents_and_keeps_its_row(cast: Cast) -> None:
    first = store_one(cast, said("secret"))
    assert stored.documents(first.message_id) == 1
    gone = store_one(cast, said(None))
    assert (gone.status, gone.message_id) == ("updated", first.message_id)
    assert (stored.body(first.message_id), stored.documents(first.message_id)) == ("", 0)
    assert stored.evidence(first.message_id) is not None


def test_deleting_by_id_is_the_same(cast: Cast) -> None:
    first = store_one(cast, said("secret"))
    deletion.delete(cast.agent.pk, first.message_id or 0)
    assert (stored.body(first.message_id), stored.documents(first.message_id)) == ("", 0)


def test_deleting_twice_is_the_same_as_once(cast: Cast) -> None:
    first = store_one(cast, said())
    deletion.delete(cast.agent.pk, first.message_id or 0)
    when = stored.column(first.message_id, "deleted_at")
    deletion.delete(cast.agent.pk, first.message_id or 0)
    assert stored.column(first.message_id, "deleted_at") == when


@pytest.mark.parametrize(
    "late", [said("again"), said("newer", edited_at=LATER), said(None), said("x", sender="ben")]
)
def test_after_a_deletion_everything_for_that_id_is_rejected(cast: Cast, late: object) -> None:
    first, _ = store(cast, said(), said(None))
    after = store_one(cast, late)  # type: ignore[arg-type]
    assert (after.status, after.code, after.message_id) == ("rejected", "deleted", first.message_id)
    assert stored.body(first.message_id) == ""


def test_a_deletion_before_its_message_leaves_a_tombstone_that_rejects_it(cast: Cast) -> None:
    gone, late = store(cast, said(None), said("too late"))
    assert (gone.status, gone.has_evidence) == ("created", False)
    assert (late.status, late.code) == ("rejected", "deleted")
    assert stored.evidence(gone.message_id) is None
    assert stored.documents(gone.message_id) == 0


def test_a_deletion_before_its_room_was_seen_needs_the_kind_of_the_room(cast: Cast) -> None:
    without, with_kind = store(cast, said(None, where="new"), said(None, where=room("new", "direct")))
    assert (without.status, with_kind.status) == ("rejected", "created")


def test_a_moderator_may_delete_what_another_one_said(cast: Cast) -> None:
    first = store_one(cast, said("secret"))
    assert store_one(cast, said(None, sender="ben")).status == "updated"
    assert stored.body(first.message_id) == ""


def test_what_was_built_directly_on_a_deleted_message_is_withheld(cast: Cast) -> None:
    first = store_one(cast, said("secret"))
    source = MessageEvent.objects.get(pk=first.message_id or 0)
    reply = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh, sources=[source])
    further = ReplyFactory.create(conversation=cast.launch, actor=cast.mesh, sources=[reply])
    store_one(cast, said(None))
    assert [withheld(one) for one in (first.message_id, reply.pk, further.pk)] == [True, True, False]


def test_deleting_one_part_of_a_posted_reply_deletes_the_reply(cast: Cast) -> None:
    reply = posted(cast, "p1", "p2")
    result = store_one(cast, said(None, id="p2", sender="mesh-agent"))
    assert (result.status, result.message_id) == ("updated", reply.pk)
    assert stored.body(reply.pk) == ""


def test_deleting_a_reply_deletes_the_echo_that_came_before_it_was_known_as_delivered(cast: Cast) -> None:
    echo = store_one(cast, said("as I heard", id="p1", sender="mesh-agent"))
    reply = posted(cast, "p1")
    store_one(cast, said(None, id="p1", sender="mesh-agent"))
    assert (stored.body(reply.pk), stored.body(echo.message_id)) == ("", "")


def test_deleting_an_echo_by_id_deletes_the_reply(cast: Cast) -> None:
    echo = store_one(cast, said("as I heard", id="p1", sender="mesh-agent"))
    reply = posted(cast, "p1", "p2")
    deletion.delete(cast.agent.pk, echo.message_id or 0)
    assert (stored.body(reply.pk), stored.body(echo.message_id)) == ("", "")


def test_a_deletion_leaves_every_other_message_alone(cast: Cast) -> None:
    kept, _ = store(cast, said("kept", id="m0"), said("gone"))
    reply = posted(cast, "p1")
    store_one(cast, said(None))
    assert stored.body(kept.message_id) == "kept"
    assert stored.body(reply.pk) != ""


def test_a_message_of_another_agent_and_a_missing_one_are_not_found(cast: Cast) -> None:
    first = store_one(cast, said("mine"))
    for agent_id, message_id in ((AgentFactory.create().pk, first.message_id or 0), (cast.agent.pk, 2**39)):
        with pytest.raises(NotFound):
            deletion.delete(agent_id, message_id)
    assert stored.body(first.message_id) == "mine"
