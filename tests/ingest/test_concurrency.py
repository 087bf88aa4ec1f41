"""Two writers at once: nothing fails, nothing is stored twice, and whoever comes second sees what the first left."""

import pytest

from conversation_search.ingest import connectors, conversations
from conversation_search.ingest.locks import lock_key
from conversation_search.ingest.records import ConnectorRef, IncomingConnector, IncomingConversation
from conversation_search.managers.transactions import StatementError
from tests.cast import Cast
from tests.database import execute, session, value
from tests.ingest import stored
from tests.ingest.said import LATER, SLACK, room, said, store, store_one
from tests.runs.threads import held_up_by, in_background

NEW = ConnectorRef("irc", "libera")
ADD_MESSAGE = """
INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body)
SELECT runtime_agent_id, conversation_id, actor_id, 'm1', sent_at, 'by another way' FROM message_events
WHERE id = %(like)s::bigint
"""
DELETE = "UPDATE message_events SET deleted_at = now(), body = '' WHERE id = %(id)s::bigint"
MARK_AGENT = "UPDATE actors SET is_agent = true WHERE id = %(id)s::bigint"
HOLD_KEY = "SELECT pg_advisory_xact_lock(%(key)s::bigint)"
HOLD_ACTOR = "SELECT 1 FROM actors WHERE id = %(id)s::bigint FOR UPDATE"
ADD_WITH_EVIDENCE = """
WITH event AS (
    INSERT INTO message_events (runtime_agent_id, conversation_id, actor_id, external_message_id, sent_at, body)
    SELECT runtime_agent_id, id, %(actor_id)s::bigint, 'm1', now(), 'x'
    FROM conversations WHERE id = %(room_id)s::bigint
    RETURNING *
), own AS (
    SELECT event.*, mesh_intern_audience(runtime_agent_id, mesh_conversation_audience(conversation_id)) AS audience_id
    FROM event
)
INSERT INTO message_source_evidence
(message_event_id, runtime_agent_id, conversation_id, sent_at, audience_id, class_id)
SELECT id, runtime_agent_id, conversation_id, sent_at, audience_id,
    mesh_intern_class(runtime_agent_id, ARRAY[audience_id])
FROM own
"""
UNKNOWN = """
SELECT count(*) FROM message_source_evidence WHERE conversation_id = %(room_id)s::bigint AND class_id IS NULL
"""
HOLD_ROOM = "SELECT 1 FROM conversations WHERE id = %(room_id)s::bigint FOR SHARE"
NAMES = [f"free-{number}" for number in range(100)]


def test_two_batches_that_make_the_same_everything_store_each_message_once(committed_cast: Cast) -> None:
    batch = [
        said(
            f"text {number}",
            id=f"m{number}",
            connector=NEW,
            sender=f"u{number}",
            where=room("#x", "public_channel"),
        )
        for number in range(20)
    ]
    racing = [in_background(lambda: store(committed_cast, *batch)) for _ in range(3)]
    results = [one for future in racing for one in future.result()]
    assert sorted(one.status for one in results) == ["created"] * 20 + ["duplicate"] * 40
    assert len({one.message_id for one in results}) == 20


def test_two_batches_that_take_their_rooms_in_opposite_order_both_end(committed_cast: Cast) -> None:
    places = [room(f"r{number}", "public_channel") for number in range(30)]
    there = [said(id="there", where=place) for place in places]
    back = [said(id="back", where=place, sender="ben") for place in reversed(places)]
    racing = [in_background(lambda batch=batch: store(committed_cast, *batch)) for batch in (there, back)]  # type: ignore[misc]
    assert {one.status for future in racing for one in future.result()} == {"created"}


def test_a_message_stored_meanwhile_by_another_way_is_a_duplicate(committed_cast: Cast) -> None:
    like = store_one(committed_cast, said(id="m0"))
    with session() as other:
        other.rows(ADD_MESSAGE, like=like.message_id)
        racing = held_up_by(other, lambda: store_one(committed_cast, said("second")))
        other.commit()
        result = racing.result()
    assert (result.status, stored.body(result.message_id)) == ("duplicate", "by another way")


def test_an_edit_racing_a_deletion_and_second_is_rejected(committed_cast: Cast) -> None:
    first = store_one(committed_cast, said("secret"))
    with session() as other:
        other.rows(DELETE, id=first.message_id)
        racing = held_up_by(other, lambda: store_one(committed_cast, said("newer", edited_at=LATER)))
        other.commit()
        assert racing.result().code == "deleted"
    assert stored.body(first.message_id) == ""


def test_a_message_racing_the_marking_of_its_sender_and_second_gets_no_evidence(committed_cast: Cast) -> None:
    with session() as other:
        other.rows(MARK_AGENT, id=committed_cast.ana.pk)
        racing = held_up_by(other, lambda: store_one(committed_cast, said()))
        other.commit()
        assert not racing.result().has_evidence


def test_a_message_racing_the_marking_of_its_sender_and_first_loses_its_lineage(committed_cast: Cast) -> None:
    with session() as other:
        other.rows("SELECT 1 FROM actors WHERE id = %(id)s::bigint FOR SHARE", id=committed_cast.ana.pk)
        other.rows(ADD_WITH_EVIDENCE, room_id=committed_cast.launch.pk, actor_id=committed_cast.ana.pk)
        marking = held_up_by(
            other, lambda: connectors.put(committed_cast.agent.pk, IncomingConnector(SLACK, ("ana",)))
        )
        other.commit()
        marking.result()
    assert value(UNKNOWN, room_id=committed_cast.launch.pk) == 1


def test_a_batch_that_met_a_deadlock_is_stored_at_the_next_attempt(committed_cast: Cast) -> None:
    with session() as other:
        other.rows(HOLD_ACTOR, id=committed_cast.ben.pk)
        batch = (said(sender="ana"), said(id="m2", sender="ben"))
        racing = held_up_by(other, lambda: store(committed_cast, *batch))
        # The batch has waited longer, so it is the one that PostgreSQL ends.
        other.rows(HOLD_ACTOR, id=committed_cast.ana.pk)
        other.commit()
        assert [result.status for result in racing.result()] == ["created", "created"]


def test_a_batch_that_waits_too_long_for_its_room_is_not_stored_and_may_be_sent_again(
    committed_cast: Cast,
) -> None:
    with session() as other:
        other.rows(HOLD_KEY, key=lock_key(committed_cast.agent.pk, SLACK, "launch"))
        execute("SET lock_timeout = '50ms'")
        with pytest.raises(StatementError, match="55P03"):
            store_one(committed_cast, said())
        execute("RESET lock_timeout")
        other.commit()
    assert store_one(committed_cast, said()).status == "created"


def test_a_listing_waits_for_a_batch_of_its_room_and_not_for_one_of_another(committed_cast: Cast) -> None:
    held = lock_key(committed_cast.agent.pk, SLACK, "board")
    free = next(name for name in NAMES if lock_key(committed_cast.agent.pk, SLACK, name) != held)
    with session() as batch:
        batch.rows(HOLD_KEY, key=held)
        waiting = held_up_by(batch, lambda: list_members(committed_cast, "board", "ana"))
        assert list_members(committed_cast, free, "ben") == ("ben",)
        batch.commit()
        assert waiting.result() == ("ana",)


def test_a_listing_waits_for_a_reply_that_is_being_closed_in_its_room(committed_cast: Cast) -> None:
    with session() as reply:
        reply.rows(HOLD_ROOM, room_id=committed_cast.board.pk)
        waiting = held_up_by(reply, lambda: list_members(committed_cast, "board", "ana"))
        reply.commit()
        assert waiting.result() == ("ana",)


def list_members(cast: Cast, name: str, *members: str) -> tuple[str, ...] | None:
    """Tell who is in a room now."""
    incoming = IncomingConversation(name, "private_channel", members=members)
    return conversations.put(cast.agent.pk, SLACK, incoming).members
