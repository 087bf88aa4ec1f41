"""A room with a guest in it is externally shared, whoever finds out when; also with two changes at once."""

import pytest

from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import execute, rows, session, value
from tests.factories import ActorFactory, ConversationFactory

MARK_GUEST = "UPDATE actors SET is_external = %(guest)s::boolean WHERE id = %(id)s::bigint"
JOIN = """
INSERT INTO conversation_participants (runtime_agent_id, conversation_id, actor_id)
SELECT runtime_agent_id, id, %(actor_id)s::bigint FROM conversations WHERE id = %(id)s::bigint
"""
IS_SHARED = "SELECT has_external_participant FROM conversations WHERE id = %(id)s::bigint"
DESTINATION = """
SELECT (destination).readers, (destination).externally_shared
FROM (SELECT mesh_destination_audience(%(room_id)s::bigint, %(requester_id)s::bigint) AS destination) AS known
"""


@pytest.mark.privacy
def test_a_guest_in_a_direct_message_is_one_of_its_readers(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.dm_ana, "between us")
    workspace = cast.says(cast.ana, cast.launch, "among colleagues")
    run = cast.asks(cast.ana, cast.dm_ana)
    assert may_show(run, said, workspace)
    cast.says(cast.gus, cast.dm_ana, "hello, I am new here")
    assert not may_show(run, said)
    assert not may_show(run, workspace)


@pytest.mark.privacy
def test_someone_who_turns_out_to_be_a_guest_narrows_every_room_they_are_in(cast: Cast) -> None:
    said = cast.says(cast.ben, cast.launch, "among colleagues")
    private = cast.says(cast.ana, cast.board, "hello")
    workspace = cast.says(cast.ana, ConversationFactory.create(connector=cast.slack), "elsewhere")
    run = cast.asks(cast.ana, cast.board)
    assert may_show(run, said, private, workspace)
    execute(MARK_GUEST, id=cast.ben.pk, guest=True)
    assert not may_show(run, said)
    assert not may_show(run, workspace)
    assert may_show(run, private)
    execute(MARK_GUEST, id=cast.ben.pk, guest=False)
    assert may_show(run, said, private, workspace)


def test_a_room_is_shared_as_long_as_one_guest_was_ever_in_it(cast: Cast) -> None:
    execute(MARK_GUEST, id=cast.ana.pk, guest=True)
    execute(MARK_GUEST, id=cast.ben.pk, guest=True)
    execute(MARK_GUEST, id=cast.ana.pk, guest=False)
    assert value(IS_SHARED, id=cast.board.pk) is True
    execute(MARK_GUEST, id=cast.ben.pk, guest=False)
    assert value(IS_SHARED, id=cast.board.pk) is False


def test_a_requester_who_is_a_guest_makes_the_room_shared(cast: Cast) -> None:
    assert rows(DESTINATION, room_id=cast.board.pk, requester_id=cast.gus.pk) == [
        (["ana", "ben", "gus"], True)
    ]


@pytest.mark.usefixtures("committed")
def test_someone_who_joins_while_being_marked_a_guest_makes_the_room_shared() -> None:
    room = ConversationFactory.create()
    person = ActorFactory.create(connector=room.connector)
    with session() as marking, session() as joining:
        marking.rows(MARK_GUEST, id=person.pk, guest=True)
        join = joining.start(JOIN, id=room.pk, actor_id=person.pk)
        marking.commit()
        join.result()
        joining.commit()
    assert value(IS_SHARED, id=room.pk) is True


@pytest.mark.usefixtures("committed")
def test_someone_who_is_marked_a_guest_while_joining_makes_the_room_shared() -> None:
    room = ConversationFactory.create()
    person = ActorFactory.create(connector=room.connector)
    with session() as marking, session() as joining:
        joining.rows(JOIN, id=room.pk, actor_id=person.pk)
        mark = marking.start(MARK_GUEST, id=person.pk, guest=True)
        joining.commit()
        mark.result()
        marking.commit()
    assert value(IS_SHARED, id=room.pk) is True


@pytest.mark.usefixtures("committed")
def test_one_guest_who_stops_being_one_does_not_hide_another_who_starts() -> None:
    room = ConversationFactory.create()
    first, second = (ActorFactory.create(connector=room.connector) for _ in range(2))
    for person in (first, second):
        execute(JOIN, id=room.pk, actor_id=person.pk)
    execute(MARK_GUEST, id=first.pk, guest=True)
    with session() as one, session() as other:
        one.rows(MARK_GUEST, id=first.pk, guest=False)
        change = other.start(MARK_GUEST, id=second.pk, guest=True)
        one.commit()
        change.result()
        other.commit()
    assert value(IS_SHARED, id=room.pk) is True


@pytest.mark.usefixtures("committed")
def test_a_guest_who_joins_while_another_stops_being_one_makes_the_room_shared() -> None:
    room = ConversationFactory.create()
    first = ActorFactory.create(connector=room.connector, is_external=True)
    second = ActorFactory.create(connector=room.connector, is_external=True)
    execute(JOIN, id=room.pk, actor_id=first.pk)
    with session() as marking, session() as joining:
        marking.rows(MARK_GUEST, id=first.pk, guest=False)
        join = joining.start(JOIN, id=room.pk, actor_id=second.pk)
        marking.commit()
        join.result()
        joining.commit()
    assert value(IS_SHARED, id=room.pk) is True
