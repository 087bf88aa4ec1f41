"""A batch: each message by itself, in order, whatever becomes of the others."""

from datetime import timedelta

import pytest

from conversation_search import limits
from conversation_search.ingest.records import ConnectorRef, IncomingSender
from conversation_search.managers.rooms import read_clock
from conversation_search.managers.transactions import StatementError
from tests import database
from tests.cast import Cast
from tests.ingest import stored
from tests.ingest.said import LATER, SENT, room, said, store, store_one


def test_a_new_message_is_created_and_kept_as_it_was_sent(cast: Cast) -> None:
    result = store_one(cast, said("hello", id="m9", sender=IncomingSender("ana", "Ana M.", "Acme")))
    assert (result.status, result.external_message_id) == ("created", "m9")
    assert stored.body(result.message_id) == "hello"
    assert stored.column(result.message_id, "sender_display_name") == "Ana M."
    assert stored.column(result.message_id, "sender_organization") == "Acme"


def test_the_results_are_in_the_order_of_the_messages(cast: Cast) -> None:
    results = store(cast, said(id="b"), said(id="a", sender="ben"), said(id="c", where="board"))
    assert [result.external_message_id for result in results] == ["b", "a", "c"]


def test_an_empty_batch_has_no_results(cast: Cast) -> None:
    assert store(cast) == []


def test_an_empty_text_is_a_message(cast: Cast) -> None:
    assert store_one(cast, said("")).status == "created"


def test_a_repeat_is_a_duplicate_with_the_same_id(cast: Cast) -> None:
    first, second = store_one(cast, said()), store_one(cast, said())
    assert (second.status, second.message_id) == ("duplicate", first.message_id)
    assert second.has_evidence


def test_a_repeat_within_one_batch_is_a_duplicate_too(cast: Cast) -> None:
    first, second = store(cast, said(), said())
    assert (first.status, second.status) == ("created", "duplicate")
    assert first.message_id == second.message_id


def test_the_text_of_a_repeat_changes_nothing(cast: Cast) -> None:
    first = store_one(cast, said("one"))
    assert store_one(cast, said("two")).status == "duplicate"
    assert stored.body(first.message_id) == "one"


def test_an_id_belongs_to_its_room(cast: Cast) -> None:
    first, second = store(cast, said(), said(where="board"))
    assert (first.status, second.status) == ("created", "created")


def test_an_id_is_compared_byte_by_byte(cast: Cast) -> None:
    results = store(cast, said(id="é"), said(id="e\u0301"), said(id="É"))
    assert [result.status for result in results] == ["created"] * 3


def test_another_sender_of_a_known_id_is_rejected_and_the_same_one_is_not(cast: Cast) -> None:
    first = store_one(cast, said())
    results = store(cast, said(sender="ben"), said())
    assert [(one.status, one.code) for one in results] == [
        ("rejected", "sender_mismatch"),
        ("duplicate", None),
    ]
    assert results[0].message_id == first.message_id


def test_an_unknown_room_is_made_from_the_block_of_its_first_message(cast: Cast) -> None:
    described = room("new", "private_channel", name="New", members=("ana", "ben"), restricted=True)
    assert store_one(cast, said(where=described)).has_evidence
    row = database.row(
        """
        SELECT kind, name, members, restricted, members_as_of IS NOT NULL, members_as_of = listed_as_of
        FROM conversations WHERE connector_id = %(connector_id)s::bigint AND external_thread_id = 'new'
        """,
        connector_id=cast.slack.pk,
    )
    assert row == ("private_channel", "New", ["ana", "ben"], True, True, True)


def test_an_unknown_room_without_a_kind_rejects_its_message(cast: Cast) -> None:
    nameless, known = store(cast, said(where=room("new")), said(where=room("launch")))
    assert (nameless.status, nameless.code) == ("rejected", "invalid_argument")
    assert "kind" in (nameless.detail or "")
    assert known.status == "created"


def test_a_conflicting_kind_is_rejected_and_changes_nothing(cast: Cast) -> None:
    same, other = store(
        cast, said(where=room("launch", "public_channel")), said(where=room("launch", "direct"))
    )
    assert (same.status, other.status, other.code) == ("created", "rejected", "kind_conflict")
    cast.launch.refresh_from_db()
    assert cast.launch.kind == "public_channel"


def test_the_block_of_a_message_never_changes_a_known_room(cast: Cast) -> None:
    store_one(cast, said(where=room("launch", name="other", members=("otto",), restricted=True)))
    cast.launch.refresh_from_db()
    assert (cast.launch.name, cast.launch.members, cast.launch.restricted) == ("launch", None, False)


def test_an_unknown_connector_is_made_with_the_defaults(cast: Cast) -> None:
    store_one(cast, said(connector=ConnectorRef("irc", "libera"), where=room("#x", "public_channel")))
    made = database.row(
        """
        SELECT joiners_read_history, public FROM connectors
        WHERE runtime_agent_id = %(agent_id)s::bigint AND type = 'irc'
        """,
        agent_id=cast.agent.pk,
    )
    assert made == (False, False)


def test_a_message_of_the_near_future_is_stored_and_one_of_the_far_future_is_rejected(cast: Cast) -> None:
    now = read_clock()
    near = said(id="near", sent_at=now + limits.CLOCK_SKEW - timedelta(seconds=5))
    far = said(id="far", sent_at=now + limits.CLOCK_SKEW + timedelta(minutes=1))
    results = store(cast, near, far)
    assert [(one.status, one.code) for one in results] == [
        ("created", None),
        ("rejected", "invalid_argument"),
    ]
    assert results[1].detail == "sent_at: This time is in the future."


def test_an_edit_of_the_far_future_is_rejected(cast: Cast) -> None:
    store_one(cast, said("one"))
    far = store_one(cast, said("two", edited_at=read_clock() + timedelta(hours=1)))
    assert (far.status, far.code) == ("rejected", "invalid_argument")
    assert store_one(cast, said("two", edited_at=LATER)).status == "updated"


@pytest.mark.parametrize("count", [500, 501])
def test_the_service_takes_any_number_of_messages(cast: Cast, count: int) -> None:
    results = store(cast, *(said(f"text {number}", id=f"m{number}") for number in range(count)))
    assert {result.status for result in results} == {"created"}
    assert len({result.message_id for result in results}) == count


def test_a_message_that_the_database_refuses_is_rejected_alone(cast: Cast) -> None:
    database.execute(
        """
        ALTER TABLE message_events ADD CONSTRAINT no_seven CHECK (body <> 'seven') NOT VALID
        """
    )
    results = store(
        cast, said("six", id="6"), said("seven", id="7"), said("eight", id="8"), said("six", id="6")
    )
    assert [one.status for one in results] == ["created", "rejected", "created", "duplicate"]
    assert (results[1].code, results[1].detail) == ("storage_failed", "The database refused this message.")


def test_a_room_that_a_refused_message_would_have_made_is_made_by_the_next(cast: Cast) -> None:
    database.execute("ALTER TABLE message_events ADD CONSTRAINT no_seven CHECK (body <> 'seven') NOT VALID")
    new = room("new", "public_channel")
    results = store(cast, said("seven", id="7", where=new), said("eight", id="8", where=new))
    assert [one.status for one in results] == ["rejected", "created"]


def test_a_database_in_trouble_is_not_the_fault_of_a_message(cast: Cast) -> None:
    database.execute("ALTER TABLE message_events ADD CONSTRAINT no_seven CHECK (body <> 'seven') NOT VALID")
    database.execute(
        """
        CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$
        """
    )
    database.execute(
        """
        CREATE TRIGGER fill_disk BEFORE INSERT ON message_events FOR EACH ROW WHEN (NEW.body = 'eight')
        EXECUTE FUNCTION fill_disk()
        """
    )
    with pytest.raises(StatementError, match="53100"):
        store(cast, said("six", id="6"), said("seven", id="7"), said("eight", id="8"))
    assert store_one(cast, said("six", id="6")).status == "created"


def test_agents_share_nothing(cast: Cast) -> None:
    other = Cast.assemble()
    mine, theirs = store_one(cast, said()), store_one(other, said())
    assert (mine.status, theirs.status) == ("created", "created")
    assert mine.message_id != theirs.message_id


def test_a_stored_message_is_indexed_once_with_its_audience(cast: Cast) -> None:
    result = store_one(cast, said())
    row = database.row(
        """
        SELECT count(*), count(audience_id), count(class_id) FROM message_search_documents
        WHERE message_event_id = %(message_id)s::bigint
        """,
        message_id=result.message_id,
    )
    assert row == (1, 1, 1)


def test_whoever_speaks_is_heard_in_the_room_from_then_on(cast: Cast) -> None:
    store_one(cast, said(sender="cleo", where="board", sent_at=SENT))
    heard = database.value(
        "SELECT mesh_heard_readers(%(room_id)s::bigint, %(since)s::timestamptz)",
        room_id=cast.board.pk,
        since=cast.board.members_as_of,
    )
    assert heard == ["cleo"]
