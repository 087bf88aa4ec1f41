"""The audience that a room gives to what is said there, written once."""

import pytest

from conversation_search.ingest import actors, conversations
from conversation_search.ingest.records import IncomingActor, IncomingConversation, IncomingSender, Kind
from tests import database
from tests.cast import Cast
from tests.ingest import stored
from tests.ingest.said import SLACK, room, said, store, store_one


def list_members(cast: Cast, external_thread_id: str, *members: str) -> None:
    """Tell who is in a room now."""
    conversations.put(cast.agent.pk, SLACK, IncomingConversation(external_thread_id, members=members))


def test_a_public_channel_gives_its_messages_to_the_workspace(cast: Cast) -> None:
    found = stored.evidence(store_one(cast, said()).message_id)
    assert found is not None
    assert (found.visibility, found.readers) == ("workspace", None)


@pytest.mark.parametrize("kind", ["private_channel", "group_direct", "direct"])
def test_any_other_room_gives_them_to_the_humans_listed(cast: Cast, kind: Kind) -> None:
    described = room("new", kind, members=("ben", "mesh-agent", "ana"))
    found = stored.evidence(store_one(cast, said(where=described)).message_id)
    assert found is not None
    assert (found.visibility, found.readers, found.explicit) == ("members", ["ana", "ben"], False)


@pytest.mark.parametrize("kind", ["private_channel", "group_direct"])
def test_a_room_without_a_listing_gives_no_evidence(cast: Cast, kind: Kind) -> None:
    result = store_one(cast, said(where=room("new", kind)))
    assert (result.status, result.has_evidence) == ("created", False)
    assert stored.evidence(result.message_id) is None


@pytest.mark.parametrize("kind", ["private_channel", "group_direct", "direct"])
def test_a_listing_of_nobody_but_the_agent_gives_no_evidence_in_a_group(cast: Cast, kind: Kind) -> None:
    result = store_one(cast, said(where=room("new", kind, members=("mesh-agent",))))
    # In a direct message the one human who speaks there is its reader.
    assert result.has_evidence is (kind == "direct")


def test_a_direct_message_without_a_listing_is_for_the_one_human_who_speaks_there(cast: Cast) -> None:
    first, _, own = store(
        cast,
        said(where=room("new", "direct")),
        said(where="new", sender="mesh-agent", id="m2"),
        said(where="new", id="m3"),
    )
    for result in (first, own):
        found = stored.evidence(result.message_id)
        assert found is not None
        assert found.readers == ["ana"]


def test_a_second_human_in_a_direct_message_without_a_listing_ends_its_evidence(cast: Cast) -> None:
    results = store(
        cast,
        said(where=room("new", "direct")),
        said(where="new", sender="ben", id="m2"),
        said(where="new", id="m3"),
    )
    assert [result.has_evidence for result in results] == [True, False, False]


def test_a_repeat_records_evidence_where_there_was_none(cast: Cast) -> None:
    quiet = room("quiet", "private_channel")
    first, repeat = store(cast, said(where=quiet), said(where=quiet))
    assert (first.has_evidence, repeat.has_evidence) == (False, False)
    list_members(cast, "quiet", "ana", "ben")
    repeat = store_one(cast, said(where="quiet"))
    assert (repeat.status, repeat.has_evidence) == ("duplicate", True)
    found = stored.evidence(first.message_id)
    assert found is not None
    assert (found.readers, found.audiences_of_class) == (["ana", "ben"], 1)


def test_a_repeat_never_changes_evidence(cast: Cast) -> None:
    first = store_one(cast, said(where="board"))
    list_members(cast, "board", "ana", "ben", "cleo")
    assert store_one(cast, said(where="board")).has_evidence
    found = stored.evidence(first.message_id)
    assert found is not None
    assert found.readers == ["ana", "ben"]


def test_a_repeat_records_nothing_for_a_tombstone(cast: Cast) -> None:
    gone, late = store(cast, said(None), said())
    assert (late.status, stored.evidence(gone.message_id)) == ("rejected", None)


def test_a_listing_that_changes_between_two_batches_gives_each_its_own_readers(cast: Cast) -> None:
    first = store_one(cast, said(where="board", id="m1"))
    list_members(cast, "board", "ana")
    second = store_one(cast, said(where="board", id="m2"))
    readers = [
        found.readers for found in map(stored.evidence, (first.message_id, second.message_id)) if found
    ]
    assert readers == [["ana", "ben"], ["ana"]]


def test_speaking_makes_nobody_a_reader_of_a_listed_room(cast: Cast) -> None:
    found = stored.evidence(store_one(cast, said(where="board", sender="cleo")).message_id)
    assert found is not None
    assert found.readers == ["ana", "ben"]


def test_another_bot_is_an_ordinary_reader(cast: Cast) -> None:
    described = room("new", "private_channel", members=("ana", "giphy-bot", "mesh-agent"))
    found = stored.evidence(store_one(cast, said(where=described)).message_id)
    assert found is not None
    assert found.readers == ["ana", "giphy-bot"]


def test_the_first_words_of_a_guest_are_already_those_of_a_shared_room(cast: Cast) -> None:
    first, second = store(cast, said(), said(sender=IncomingSender("visitor", is_external=True), id="m2"))
    shared = [
        found.externally_shared
        for found in map(stored.evidence, (first.message_id, second.message_id))
        if found
    ]
    assert shared == [False, True]


def test_a_room_with_a_listed_guest_is_shared(cast: Cast) -> None:
    described = room("new", "private_channel", members=("ana", "gus"))
    found = stored.evidence(store_one(cast, said(where=described)).message_id)
    assert found is not None
    assert found.externally_shared


def test_a_sender_marked_external_stays_so_until_the_actor_is_updated(cast: Cast) -> None:
    store(
        cast,
        said(sender=IncomingSender("visitor", is_external=True)),
        said(sender=IncomingSender("visitor", is_external=False), id="m2"),
    )
    assert is_shared(cast)
    actors.put(cast.agent.pk, IncomingActor(SLACK, "visitor", is_external=False))
    assert not is_shared(cast)


def test_a_restricted_room_restricts_what_is_said_there(cast: Cast) -> None:
    described = room("new", "public_channel", restricted=True)
    found = stored.evidence(store_one(cast, said(where=described)).message_id)
    assert found is not None
    assert found.restricted


def is_shared(cast: Cast) -> bool:
    """Tell whether #launch is externally shared."""
    found: bool = database.value(
        "SELECT has_external_participant FROM conversations WHERE id = %(room_id)s::bigint",
        room_id=cast.launch.pk,
    )
    return found
