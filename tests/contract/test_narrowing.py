"""Narrowing is live and widening never is: rooms that change, people that turn out to be guests, edits."""

import pytest
from django.db import DatabaseError, transaction

from conversation_search.managers.rooms import read_clock
from conversation_search.models import Conversation, MessageEvent
from tests.cast import Cast
from tests.contract.asking import list_members, may_show
from tests.contract.worlds import allowed_audiences
from tests.database import execute, rows
from tests.factories import (
    AudienceFactory,
    ReplyFactory,
)

SET = "UPDATE conversations SET {change} WHERE id = %(id)s::bigint"
DESTINATION = """
SELECT (destination).readers, (destination).externally_shared
FROM (SELECT mesh_destination_audience(%(room_id)s::bigint, %(requester_id)s::bigint) AS destination) AS known
"""


def _change(room: Conversation, change: str) -> None:
    execute(SET.format(change=change), id=room.pk)


def _shows_to_cleo(cast: Cast, *messages: MessageEvent) -> bool:
    return may_show(cast.asks(cast.cleo, cast.dm_cleo), *messages)


CHANGES = {
    "restricted": "restricted = true",
    "externally shared": "flagged_shared = true",
    "private": "kind = 'private_channel', members = ARRAY['ana', 'ben'], members_as_of = now()",
    "private, nobody listed": "kind = 'private_channel'",
}


@pytest.mark.privacy
@pytest.mark.parametrize("change", ["restricted", "private", "private, nobody listed"])
def test_a_room_that_narrows_narrows_what_was_said_there_before(cast: Cast, change: str) -> None:
    said = cast.says(cast.ana, cast.launch, "hello")
    assert _shows_to_cleo(cast, said)
    _change(cast.launch, CHANGES[change])
    assert not _shows_to_cleo(cast, said)


@pytest.mark.lineage
@pytest.mark.parametrize("change", ["restricted", "private", "private, nobody listed"])
def test_a_room_that_narrows_narrows_what_was_built_on_it_elsewhere(cast: Cast, change: str) -> None:
    reply = ReplyFactory.create(conversation=cast.shared, sources=[cast.says(cast.ana, cast.launch, "hello")])
    assert _shows_to_cleo(cast, reply)
    _change(cast.launch, CHANGES[change])
    assert not _shows_to_cleo(cast, reply)


@pytest.mark.privacy
def test_a_room_that_becomes_externally_shared_keeps_its_own_text_from_the_guests_and_itself(
    cast: Cast,
) -> None:
    said = cast.says(cast.ana, cast.launch, "before the guests")
    _change(cast.launch, CHANGES["externally shared"])
    later = cast.says(cast.ana, cast.launch, "with the guests", sent_at=read_clock())
    assert not may_show(cast.asks(cast.ana, cast.launch), said)
    assert may_show(cast.asks(cast.ana, cast.launch), later)
    assert not may_show(cast.asks(cast.ana, cast.shared), later)
    assert _shows_to_cleo(cast, said, later)


@pytest.mark.privacy
def test_a_room_that_becomes_shared_narrows_its_old_text_for_other_rooms_of_guests(cast: Cast) -> None:
    everyone = AudienceFactory.create(conversation=cast.launch, visibility="public", explicit=True)
    said = cast.says(cast.ana, cast.launch, "read by anyone", audience=everyone)
    assert may_show(cast.asks(cast.gus, cast.shared), said)
    _change(cast.launch, CHANGES["externally shared"])
    assert not may_show(cast.asks(cast.gus, cast.shared), said)


@pytest.mark.privacy
def test_a_room_that_opens_up_widens_nothing_that_was_said_before(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "a secret of two")
    _change(cast.board, "kind = 'public_channel'")
    later = cast.says(cast.ana, cast.board, "for everyone", sent_at=read_clock())
    assert not _shows_to_cleo(cast, said)
    assert _shows_to_cleo(cast, later)


@pytest.mark.privacy
def test_restricted_text_stays_restricted_when_its_room_no_longer_is(cast: Cast) -> None:
    _change(cast.launch, "restricted = true")
    said = cast.says(cast.ana, cast.launch, "stays here")
    _change(cast.launch, "restricted = false")
    assert not _shows_to_cleo(cast, said)
    assert may_show(cast.asks(cast.cleo, cast.launch), said)


@pytest.mark.privacy
def test_a_private_room_that_was_public_never_shows_an_explicitly_public_text_elsewhere(cast: Cast) -> None:
    everyone = AudienceFactory.create(conversation=cast.launch, visibility="public", explicit=True)
    said = cast.says(cast.ana, cast.launch, "read by anyone", audience=everyone)
    assert may_show(cast.asks(cast.otto, cast.dm_otto), said)
    _change(cast.launch, CHANGES["private"])
    assert not may_show(cast.asks(cast.otto, cast.dm_otto), said)


@pytest.mark.privacy
def test_a_run_that_was_opened_before_someone_joined_shows_only_what_both_may_read(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.dm_ana, "between us")
    run = cast.asks(cast.ana, cast.dm_ana)
    list_members(cast.dm_ana.pk, "ana", "cleo")
    assert not may_show(run, said)
    list_members(cast.dm_ana.pk, "ana")
    assert may_show(run, said)


@pytest.mark.privacy
def test_a_run_that_was_opened_with_someone_who_left_shows_only_what_both_may_read(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.dm_ana, "between us")
    list_members(cast.dm_ana.pk, "ana", "cleo")
    run = cast.asks(cast.ana, cast.dm_ana)
    list_members(cast.dm_ana.pk, "ana")
    assert not may_show(run, said)


def test_whoever_joins_a_private_channel_reads_its_history_where_the_platform_shows_it(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.board, "before cleo")
    list_members(cast.board.pk, "ana", "ben", "cleo")
    run = cast.asks(cast.cleo, cast.board)
    assert may_show(run, said)
    execute("UPDATE connectors SET joiners_read_history = false WHERE id = %(id)s::bigint", id=cast.slack.pk)
    assert not may_show(run, said)


@pytest.mark.parametrize("requester", ["nobody", "elsewhere"])
def test_a_requester_who_is_not_known_there_makes_the_readers_unknown(cast: Cast, requester: str) -> None:
    asked_by = cast.otto.pk if requester == "elsewhere" else 1 << 50
    assert rows(DESTINATION, room_id=cast.board.pk, requester_id=asked_by) == [(None, True)]
    assert rows(DESTINATION, room_id=cast.board.pk, requester_id=None) == [(["ana", "ben"], False)]


MALFORMED: tuple[object, ...] = (
    {},
    {"visibility": "public"},
    {"visibility": ["workspace"]},
    [],
    "workspace",
    7,
)


@pytest.mark.parametrize("destination", MALFORMED)
def test_a_run_whose_stored_destination_cannot_be_read_shows_nothing(cast: Cast, destination: object) -> None:
    everyone = AudienceFactory.create(conversation=cast.launch, visibility="public", explicit=True)
    cast.says(cast.ana, cast.launch, "read by anyone", audience=everyone)
    run = cast.asks(cast.ana, cast.launch, destination=destination)
    try:
        with transaction.atomic():
            shown = allowed_audiences(run.pk)
    except DatabaseError:
        shown = set()
    assert shown == set()
