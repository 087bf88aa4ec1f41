"""An account that was handed to someone else: the next holder of its id starts with nothing."""

import pytest
from django.db import DatabaseError, transaction

from conversation_search.ingest import actors
from conversation_search.ingest.records import ConnectorRef
from conversation_search.managers.rooms import read_clock
from conversation_search.models import Actor
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.database import column, execute, row
from tests.factories import ConversationFactory, MessageFactory
from tests.linked import Twofold

READERS = """
SELECT (mesh_conversation_audience(%(id)s::bigint)).readers, (mesh_destination_audience(%(id)s::bigint, NULL)).readers
"""
CURRENT_READERS = (
    "SELECT (destination.current).readers FROM mesh_run_destinations(%(run_id)s::bigint) AS destination"
)
REVOKED_BY = "SELECT revoked_by FROM identity_links WHERE id = %(id)s::bigint"


def _hand_on(cast: Cast, account: Actor) -> Actor:
    """Retire an account and return its next holder."""
    actors.retire(cast.agent.pk, ConnectorRef("slack", "acme"), account.external_id)
    return Actor.objects.get(connector=account.connector, external_id=account.external_id)


@pytest.mark.privacy
def test_the_next_holder_of_an_id_is_shown_nothing_that_was_said_to_the_one_before(cast: Cast) -> None:
    secret, on_board = cast.says(cast.ana, cast.dm_ana, "my salary"), cast.says(cast.ana, cast.board, "x")
    heir = _hand_on(cast, cast.ana)
    assert (heir.pk == cast.ana.pk, heir.generation) == (False, 2)
    assert not may_show(cast.asks(heir, cast.dm_ana), secret)
    assert not may_show(cast.asks(heir, cast.dm_ana), on_board)


def test_the_next_holder_reads_what_is_said_to_them(cast: Cast) -> None:
    heir = _hand_on(cast, cast.ana)
    said = cast.says(heir, cast.dm_ana, "hello, I am new", sent_at=read_clock())
    assert may_show(cast.asks(heir, cast.dm_ana), said)
    assert row(READERS, id=cast.dm_ana.pk) == (["ana\x1f2"], ["ana\x1f2"])


@pytest.mark.privacy
def test_a_direct_message_without_a_listing_is_the_next_holders_alone(cast: Cast) -> None:
    unlisted = ConversationFactory.create(connector=cast.slack, kind="direct")
    secret = cast.says(cast.ana, unlisted, "my salary")
    heir = _hand_on(cast, cast.ana)
    later = MessageFactory.create(conversation=unlisted, actor=heir, sent_at=read_clock())
    run = cast.asks(heir, unlisted)
    assert (may_show(run, secret), may_show(run, later)) == (False, True)


@pytest.mark.privacy
def test_a_run_of_the_holder_before_shows_nothing_any_more(cast: Cast) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "my salary")
    run = cast.asks(cast.ana, cast.dm_ana)
    assert may_show(run, secret)
    _hand_on(cast, cast.ana)
    assert not may_show(run, secret)


def test_a_requester_who_lost_the_account_makes_the_readers_unknown(cast: Cast) -> None:
    run = cast.asks(cast.ana, cast.dm_ana)
    _hand_on(cast, cast.ana)
    assert column(CURRENT_READERS, run_id=run.pk) == [None]


@pytest.mark.privacy
def test_the_links_of_a_retired_account_end_with_it(cast: Cast) -> None:
    both = Twofold.of(cast)
    link, secret, run = both.link(), both.secret(), both.asks_there()
    _hand_on(cast, cast.ana)
    assert column(REVOKED_BY, id=link.pk) == ["retirement"]
    assert not may_show(run, secret)
    assert not may_show(both.asks_there(), secret)


def test_an_account_can_be_handed_on_more_than_once(cast: Cast) -> None:
    second = _hand_on(cast, cast.ana)
    said = cast.says(second, cast.dm_ana, "mine")
    third = _hand_on(cast, second)
    assert third.generation == 3
    assert not may_show(cast.asks(third, cast.dm_ana), said)


def test_a_guest_is_followed_by_a_guest_until_it_is_said_otherwise(cast: Cast) -> None:
    assert _hand_on(cast, cast.gus).is_external


@pytest.mark.parametrize(
    "change", ["external_id = 'ben-2'", "generation = 2", "retired_at = now(), generation = 7"]
)
def test_an_account_is_renamed_by_its_retirement_alone(cast: Cast, change: str) -> None:
    with pytest.raises(DatabaseError, match="actor"), transaction.atomic():
        execute(f"UPDATE actors SET {change} WHERE id = %(id)s::bigint", id=cast.ben.pk)  # noqa: S608 - ours


def test_a_retired_account_never_comes_back(cast: Cast) -> None:
    _hand_on(cast, cast.ana)
    with pytest.raises(DatabaseError, match="come back"), transaction.atomic():
        execute("UPDATE actors SET retired_at = NULL WHERE id = %(id)s::bigint", id=cast.ana.pk)
