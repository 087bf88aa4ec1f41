"""What was said before an account was handed on and arrives after: it was for the holder of then."""

from datetime import datetime, timedelta

import pytest

from conversation_search.ingest import actors
from conversation_search.ingest.records import ExplicitAudience
from conversation_search.managers.rooms import read_clock
from conversation_search.models import Actor, MessageEvent
from tests.cast import Cast
from tests.contract.asking import may_show
from tests.ingest.said import SLACK
from tests.ingest.test_late_messages import arrives, describe

HOUR = timedelta(hours=1)


def hand_on(cast: Cast, external_id: str) -> Actor:
    """Retire an account and return its next holder."""
    actors.retire(cast.agent.pk, SLACK, external_id)
    return Actor.objects.get(connector=cast.slack, external_id=external_id)


def shown_to(cast: Cast, heir: Actor, message: MessageEvent) -> bool:
    """Tell whether the next holder is shown a message in their direct message."""
    return may_show(cast.asks(heir, cast.dm_ana), message)


def before() -> datetime:
    """Return a moment before the account was handed on."""
    return read_clock() - HOUR


@pytest.mark.lineage
@pytest.mark.parametrize(("room", "sender"), [("dm-ana", "ana"), ("board", "ana"), ("board", "ben")])
def test_the_next_holder_is_not_shown_what_the_one_before_was_told(
    cast: Cast, room: str, sender: str
) -> None:
    heir = hand_on(cast, "ana")
    late = arrives(cast, room, before(), sender=sender)
    assert not shown_to(cast, heir, late)


@pytest.mark.lineage
def test_a_room_that_becomes_known_only_then_is_no_exception(cast: Cast) -> None:
    heir = hand_on(cast, "ana")
    describe(cast, "old", kind="group_direct", members=("ana", "ben"))
    assert not shown_to(cast, heir, arrives(cast, "old", before(), sender="ben"))


@pytest.mark.lineage
def test_a_message_that_names_its_readers_named_the_holder_of_then(cast: Cast) -> None:
    heir = hand_on(cast, "ana")
    named = ExplicitAudience("members", ("ana", "ben"))
    assert not shown_to(cast, heir, arrives(cast, "launch", before(), sender="ben", audience=named))


@pytest.mark.lineage
def test_of_several_holders_the_one_of_then_counts(cast: Cast) -> None:
    hand_on(cast, "ana")
    second = read_clock()
    heir = hand_on(cast, "ana")
    assert not shown_to(cast, heir, arrives(cast, "board", second, sender="ben"))


def test_what_is_said_since_is_for_the_next_holder(cast: Cast) -> None:
    heir = hand_on(cast, "ana")
    assert shown_to(cast, heir, arrives(cast, "board", read_clock(), sender="ben"))


def test_the_others_are_shown_a_late_message_as_ever(cast: Cast) -> None:
    hand_on(cast, "ana")
    assert may_show(cast.asks(cast.ben, cast.dm_ben), arrives(cast, "board", before(), sender="ben"))


def test_a_late_message_to_everybody_is_for_the_next_holder_too(cast: Cast) -> None:
    heir = hand_on(cast, "ana")
    assert shown_to(cast, heir, arrives(cast, "launch", before(), sender="ben"))


@pytest.mark.privacy
def test_an_account_that_was_only_named_as_a_reader_can_be_handed_on(cast: Cast) -> None:
    named = ExplicitAudience("members", ("zed", "ben"))
    message = arrives(cast, "launch", before(), sender="ben", audience=named)
    heir = hand_on(cast, "zed")
    assert heir.generation == 2
    dm_zed = describe(cast, "dm-zed", kind="direct", members=("zed",))
    assert not may_show(cast.asks(heir, dm_zed), message)
