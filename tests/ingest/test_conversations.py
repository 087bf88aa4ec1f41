"""A room is what its newest description says; what is not said is kept."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from conversation_search import limits
from conversation_search.errors import InvalidArgument
from conversation_search.ingest import conversations
from conversation_search.ingest.records import IncomingConversation
from conversation_search.ingest.results import StoredConversation
from conversation_search.managers.rooms import read_clock
from tests import database
from tests.cast import Cast
from tests.ingest.said import SENT, SLACK, said, store_one

HOUR = timedelta(hours=1)


def put(
    cast: Cast,
    name: str = "new",
    as_of: datetime | None = None,
    **described: Any,  # noqa: ANN401
) -> StoredConversation:
    """Describe a room."""
    return conversations.put(cast.agent.pk, SLACK, IncomingConversation(name, **described), as_of)


def test_a_new_room_is_what_is_said_of_it(cast: Cast) -> None:
    stored = put(
        cast, kind="private_channel", members=("ben", "ana"), externally_shared=True, restricted=True
    )
    assert (stored.kind, stored.members, stored.applied) == ("private_channel", ("ana", "ben"), True)
    assert (stored.externally_shared, stored.restricted) == (True, True)


def test_a_new_room_needs_a_kind_and_a_known_one_does_not(cast: Cast) -> None:
    with pytest.raises(InvalidArgument) as refused:
        put(cast)
    assert refused.value.errors[0].field == "conversation.kind"
    assert put(cast, "launch").kind == "public_channel"


def test_what_is_not_said_is_kept(cast: Cast) -> None:
    first = put(cast, kind="private_channel", members=("ana",), externally_shared=True, restricted=True)
    second = put(cast)
    assert (second.kind, second.members, second.members_as_of) == (
        "private_channel",
        ("ana",),
        first.members_as_of,
    )
    assert (second.externally_shared, second.restricted) == (True, True)


def test_what_is_said_replaces_what_was(cast: Cast) -> None:
    put(cast, kind="private_channel", members=("ana",), externally_shared=True, restricted=True)
    stored = put(cast, kind="public_channel", members=(), externally_shared=False, restricted=False)
    assert (stored.kind, stored.members) == ("public_channel", ())
    assert (stored.externally_shared, stored.restricted) == (False, False)


def test_a_room_without_a_listing_has_none(cast: Cast) -> None:
    stored = put(cast, kind="private_channel")
    assert (stored.members, stored.members_as_of) == (None, None)


def test_a_listing_is_only_as_old_as_the_listing_it_replaces(cast: Cast) -> None:
    now = read_clock()
    put(cast, kind="private_channel", members=("ana",), as_of=now - 2 * HOUR)
    put(cast, name="new", restricted=True)
    listed = put(cast, members=("ana", "ben"), restricted=False, as_of=now - HOUR)
    assert (listed.members, listed.members_as_of, listed.applied) == (("ana", "ben"), now - HOUR, True)
    assert listed.restricted


def test_an_older_description_changes_nothing_that_was_said_since(cast: Cast) -> None:
    now = read_clock()
    put(cast, kind="private_channel", members=("ana",), restricted=False, as_of=now - HOUR)
    older = put(cast, kind="public_channel", members=("ana", "ben"), restricted=True, as_of=now - 2 * HOUR)
    assert not older.applied
    assert (older.kind, older.members, older.restricted) == ("private_channel", ("ana",), False)
    assert older.members_as_of == now - HOUR


@pytest.mark.parametrize("flag", ["restricted", "externally_shared"])
def test_a_flag_that_nothing_newer_spoke_of_counts_however_old_it_is(cast: Cast, flag: str) -> None:
    now = read_clock()
    is_set: dict[str, Any] = {flag: True}
    is_not: dict[str, Any] = {flag: False}
    put(cast, kind="public_channel", as_of=now - HOUR)
    older = put(cast, **is_set, as_of=now - 2 * HOUR)
    assert (older.applied, getattr(older, flag)) == (True, True)
    assert getattr(put(cast, **is_not, as_of=now - 3 * HOUR), flag)
    assert not getattr(put(cast, **is_not, as_of=now - HOUR), flag)


def test_a_room_that_went_private_did_so_although_it_was_renamed_since(cast: Cast) -> None:
    now = read_clock()
    put(cast, kind="public_channel", as_of=now - 3 * HOUR)
    put(cast, externally_shared=False, as_of=now - HOUR)
    assert put(cast, kind="private_channel", as_of=now - 2 * HOUR).kind == "private_channel"
    assert put(cast, kind="public_channel", as_of=now - 3 * HOUR).kind == "private_channel"


def test_a_description_of_the_same_moment_is_applied(cast: Cast) -> None:
    moment = read_clock() - HOUR
    put(cast, kind="private_channel", members=("ana",), as_of=moment)
    assert put(cast, members=("ana", "ben"), as_of=moment).members == ("ana", "ben")


def test_a_description_without_a_time_is_of_now(cast: Cast) -> None:
    put(cast, kind="private_channel", members=("ana",))
    assert not put(cast, members=("ben",), as_of=read_clock() - HOUR).applied
    assert put(cast, members=("cleo",)).members == ("cleo",)


def test_a_clock_a_little_ahead_is_taken_as_now_and_one_far_ahead_is_refused(cast: Cast) -> None:
    now = read_clock()
    stored = put(cast, kind="private_channel", members=("ana",), as_of=now + limits.CLOCK_SKEW / 2)
    assert stored.members_as_of is not None
    assert stored.members_as_of <= read_clock()
    with pytest.raises(InvalidArgument):
        put(cast, members=("ben",), as_of=now + 2 * limits.CLOCK_SKEW)


def test_an_equal_listing_moves_its_time_forward_and_touches_nobody(cast: Cast) -> None:
    first = put(cast, kind="private_channel", members=("ana", "ben"), as_of=SENT)
    before = participants(cast)
    second = put(cast, members=("ben", "ana"), as_of=SENT + HOUR)
    assert (second.members, second.members_as_of) == (first.members, SENT + HOUR)
    assert participants(cast) == before


def test_whoever_spoke_before_an_equal_listing_is_heard_no_more(cast: Cast) -> None:
    store_one(cast, said(sender="cleo", where="board"))
    assert destination(cast) == ["ana", "ben", "cleo"]
    put(cast, "board", members=("ana", "ben", "mesh-agent"))
    assert destination(cast) == ["ana", "ben"]


def test_whoever_was_ever_listed_stays_a_participant(cast: Cast) -> None:
    put(cast, kind="private_channel", members=("ana", "gus"))
    stored = put(cast, members=("ana",))
    assert stored.members == ("ana",)
    assert stored.externally_shared


def test_a_description_of_a_room_that_a_message_made_is_newer_than_the_message(cast: Cast) -> None:
    store_one(cast, said(where=IncomingConversation("new", "private_channel", members=("ana",))))
    assert put(cast, members=("ana", "ben")).applied
    assert not put(cast, members=("ana", "cleo"), as_of=SENT).applied


def test_a_listing_of_ten_thousand_is_stored_whole(cast: Cast) -> None:
    everyone = tuple(f"U{number:05}" for number in range(10_000))
    assert put(cast, kind="private_channel", members=everyone).members == everyone
    assert len(participants(cast)) == 10_000


def participants(cast: Cast) -> list[str]:
    """Return the row version of every participant of the new room."""
    return database.column(
        """
        SELECT participant.xmin::text || participant.actor_id FROM conversation_participants AS participant
        JOIN conversations AS room ON room.id = participant.conversation_id
        WHERE room.connector_id = %(connector_id)s::bigint AND room.external_thread_id = 'new'
        ORDER BY participant.id
        """,
        connector_id=cast.slack.pk,
    )


def destination(cast: Cast) -> list[str]:
    """Return who would read an answer in #board."""
    readers: list[str] = database.value(
        "SELECT (mesh_destination_audience(%(room_id)s::bigint, NULL)).readers", room_id=cast.board.pk
    )
    return readers
