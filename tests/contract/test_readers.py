"""Who reads a room: the listing, whoever spoke since, the requester; and for a direct message the one human there."""

import pytest

from conversation_search.models import Actor, Connector, Conversation, MessageSourceEvidence
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import execute, row, value
from tests.factories import ActorFactory, ConversationFactory, MessageFactory

ORIGIN = "SELECT (mesh_conversation_audience(%(room_id)s::bigint)).readers"
DESTINATION = "SELECT (mesh_destination_audience(%(room_id)s::bigint, %(requester_id)s::bigint)).readers"
WITHIN = """
SELECT inner_readers <@ outer_readers, mesh_readers_within(inner_readers, outer_readers),
    mesh_many_readers_within(inner_readers, outer_readers)
FROM (SELECT %(inner)s::text[] AS inner_readers, %(outer)s::text[] AS outer_readers) AS known
"""
LISTED_LATER = (
    "UPDATE conversations SET members_as_of = now() + %(seconds)s::integer * interval '1 second' "
    "WHERE id = %(id)s::bigint"
)


def _origin(room: Conversation) -> list[str] | None:
    readers: list[str] | None = value(ORIGIN, room_id=room.pk)
    return readers


def _destination(room: Conversation, requester: Actor | None = None) -> list[str] | None:
    requester_id = requester.pk if requester else None
    readers: list[str] | None = value(DESTINATION, room_id=room.pk, requester_id=requester_id)
    return readers


def _room(connector: Connector, kind: str, members: list[str] | None = None) -> Conversation:
    return ConversationFactory.create(connector=connector, kind=kind, members=members)


KINDS_WITH_READERS = ("direct", "group_direct", "private_channel")


@pytest.mark.parametrize("kind", KINDS_WITH_READERS)
def test_the_humans_who_are_listed_read_a_room_that_is_not_public(cast: Cast, kind: str) -> None:
    room = _room(cast.slack, kind, ["ben", "ana", "mesh-agent"])
    assert _origin(room) == _destination(room) == ["ana", "ben"]


def test_a_public_channel_has_no_readers_of_its_own(cast: Cast) -> None:
    room = _room(cast.slack, "public_channel", ["ana"])
    assert (_origin(room), _destination(room, cast.ben)) == (None, None)


@pytest.mark.parametrize("members", [None, [], ["mesh-agent"]])
@pytest.mark.parametrize("kind", ["group_direct", "private_channel"])
def test_without_a_listed_human_the_readers_are_unknown(
    cast: Cast, kind: str, members: list[str] | None
) -> None:
    room = _room(cast.slack, kind, members)
    MessageFactory.create(conversation=room, actor=cast.ana)
    assert (_origin(room), _destination(room, cast.ana)) == (None, None)


@pytest.mark.parametrize("members", [None, [], ["mesh-agent"]])
def test_a_direct_message_is_read_by_the_one_human_who_speaks_there(
    cast: Cast, members: list[str] | None
) -> None:
    room = _room(cast.slack, "direct", members)
    assert (_origin(room), _destination(room)) == (None, None)
    MessageFactory.create(conversation=room, actor=cast.mesh)
    MessageFactory.create(conversation=room, actor=cast.ana)
    assert _origin(room) == _destination(room) == ["ana"]


def test_a_direct_message_where_two_humans_speak_has_no_audience_without_a_listing(cast: Cast) -> None:
    room = _room(cast.slack, "direct")
    for person in (cast.ana, cast.ben):
        MessageFactory.create(conversation=room, actor=person)
    assert (_origin(room), _destination(room)) == (None, ["ana", "ben"])


def test_other_bots_are_ordinary_readers(cast: Cast) -> None:
    ActorFactory.create(connector=cast.slack, external_id="weather-bot")
    assert _origin(_room(cast.slack, "private_channel", ["ana", "weather-bot"])) == ["ana", "weather-bot"]


def test_origin_readers_come_from_the_listing_alone(cast: Cast) -> None:
    MessageFactory.create(conversation=cast.board, actor=cast.cleo)
    assert _origin(cast.board) == ["ana", "ben"]


def test_whoever_spoke_since_the_listing_reads_the_answer(cast: Cast) -> None:
    MessageFactory.create(conversation=cast.board, actor=cast.cleo)
    assert _destination(cast.board) == ["ana", "ben", "cleo"]


def test_whoever_spoke_before_the_listing_and_is_not_on_it_has_left(cast: Cast) -> None:
    MessageFactory.create(conversation=cast.board, actor=cast.cleo)
    execute(LISTED_LATER, id=cast.board.pk, seconds=1)
    assert _destination(cast.board) == ["ana", "ben"]


def test_a_late_event_counts_by_when_it_arrived(cast: Cast) -> None:
    MessageFactory.create(conversation=cast.board, actor=cast.cleo, sent_at="2020-01-01T00:00:00Z")
    assert _destination(cast.board) == ["ana", "ben", "cleo"]


def test_the_requester_reads_the_answer(cast: Cast) -> None:
    assert _destination(cast.board, cast.cleo) == ["ana", "ben", "cleo"]
    assert _destination(_room(cast.slack, "direct"), cast.cleo) == ["cleo"]


def test_an_account_of_the_agent_is_no_reader_even_when_it_asks(cast: Cast) -> None:
    assert _destination(cast.board, cast.mesh) == ["ana", "ben"]


def test_external_ids_are_compared_bytewise(cast: Cast) -> None:
    ActorFactory.create(connector=cast.slack, external_id="Mesh-Agent")
    room = _room(cast.slack, "private_channel", ["ana", "Ana", "Mesh-Agent", "mesh-agent"])
    assert _origin(room) == ["Ana", "Mesh-Agent", "ana"]


@pytest.mark.django_db
def test_large_rooms_are_compared_as_small_ones_are() -> None:
    everyone = [f"person-{number}" for number in range(300)]
    for inner, outer in (
        (everyone, everyone),
        (everyone[1:], everyone),
        (everyone, everyone[1:]),
        (everyone, []),
    ):
        expected = set(inner) <= set(outer)
        assert row(WITHIN, inner=inner, outer=outer) == (expected, expected, expected)


def test_an_agent_account_makes_no_reader_and_no_conversation_without_humans(cast: Cast) -> None:
    room = ConversationFactory.create(connector=cast.slack, kind="group_direct", members=["mesh-agent"])
    message = MessageFactory.create(conversation=room)
    assert not MessageSourceEvidence.objects.filter(pk=message.pk).exists()


# --- the table of the seed ------------------------------------------------------------------------------------


@pytest.mark.privacy
def test_a_direct_message_never_reaches_another_persons(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "between us")
    assert may_show(cast.asks(cast.ana, cast.dm_ana), secret)
    assert not may_show(cast.asks(cast.ben, cast.dm_ben), secret)


@pytest.mark.privacy
def test_a_direct_message_never_reaches_a_public_channel_not_even_for_its_own_person(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "between us")
    assert not may_show(cast.asks(cast.ana, cast.launch), secret)


@pytest.mark.privacy
def test_a_private_channel_reaches_its_members_and_nobody_else(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.board, "for two")
    for person, room in ((cast.ana, cast.dm_ana), (cast.ben, cast.dm_ben), (cast.ana, cast.board)):
        assert may_show(cast.asks(person, room), secret)
    for person, room in ((cast.cleo, cast.dm_cleo), (cast.ana, cast.launch), (cast.otto, cast.dm_otto)):
        assert not may_show(cast.asks(person, room), secret)


@pytest.mark.privacy
def test_a_public_channel_reaches_its_workspace_and_no_other(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "we are live")
    for person, room in ((cast.cleo, cast.dm_cleo), (cast.ben, cast.board), (cast.ana, cast.launch)):
        assert may_show(cast.asks(person, room), said)
    for person, room in ((cast.otto, cast.dm_otto), (cast.ana, cast.shared)):
        assert not may_show(cast.asks(person, room), said)


def test_what_one_agent_heard_is_nothing_to_another(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "we are live")
    other = Cast.assemble()
    assert may_show(cast.asks(cast.ana, cast.dm_ana), said)
    assert not may_show(other.asks(other.ana, other.dm_ana), said)
