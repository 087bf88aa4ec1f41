"""A legal hold holds what fits everything it names, until a second person releases it, and stays on record."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from conversation_search.models import LegalHold, LegalHoldEvent, MessageEvent
from tests.cast import Cast
from tests.database import execute, value
from tests.factories import AgentFactory, HoldEventFactory, HoldFactory, ReplyFactory
from tests.factories.holds import release
from tests.factories.messages import FIRST_SENT
from tests.linked import Twofold, expire, revoke


def is_held(message: MessageEvent) -> bool:
    """Ask the one definition."""
    answer: bool = value("SELECT mesh_is_held(%(id)s::bigint)", id=message.pk)
    return answer


def refused(*kinds: str, by: int = 2) -> bool:
    """Tell whether the last of these things is refused, done by `by` after user 1 did those before it."""
    hold = HoldFactory.create()
    for kind in kinds[:-1]:
        HoldEventFactory.create(legal_hold=hold, kind=kind)
    with transaction.atomic():
        try:
            HoldEventFactory.create(legal_hold=hold, kind=kinds[-1], who=by)
        except DatabaseError:
            return True
    return False


def test_without_a_hold_nothing_is_held(cast: Cast) -> None:
    assert not is_held(cast.says(cast.ana, cast.launch, "hello"))


def test_a_hold_on_an_agent_holds_all_that_it_stored_and_nothing_of_another(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    HoldFactory.create(runtime_agent=AgentFactory.create())
    assert not is_held(message)
    HoldFactory.create(runtime_agent=cast.agent)
    assert is_held(message)
    assert is_held(cast.says(cast.ben, cast.dm_ben, "said after it was placed"))


def test_a_hold_on_a_room_holds_that_room(cast: Cast) -> None:
    HoldFactory.create(runtime_agent=cast.agent, conversation=cast.board)
    assert is_held(cast.says(cast.ana, cast.board, "hello"))
    assert not is_held(cast.says(cast.ana, cast.launch, "hello"))


def test_a_hold_on_a_person_holds_what_they_said_and_both_sides_of_their_direct_messages(cast: Cast) -> None:
    HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana)
    assert is_held(cast.says(cast.ana, cast.launch, "hello"))
    assert is_held(ReplyFactory.create(conversation=cast.dm_ana))
    assert not is_held(cast.says(cast.ben, cast.board, "hello"))
    assert not is_held(ReplyFactory.create(conversation=cast.dm_ben))


@pytest.mark.parametrize("ended", [None, revoke, expire])
def test_a_hold_on_a_person_holds_every_account_ever_proved_to_be_theirs(cast: Cast, ended: object) -> None:
    twofold = Twofold.of(cast)
    HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana)
    said_there = cast.says(twofold.ana_there, twofold.dm_there, "hello")
    assert not is_held(said_there)
    link = twofold.link()
    if callable(ended):
        ended(link)
    assert is_held(said_there)


@pytest.mark.parametrize(("minutes", "held"), [(-1, False), (0, True), (59, True), (60, False)])
def test_a_hold_on_a_time_begins_with_its_first_moment_and_ends_before_its_last(
    cast: Cast, minutes: int, *, held: bool
) -> None:
    HoldFactory.create(
        runtime_agent=cast.agent, sent_from=FIRST_SENT, sent_before=FIRST_SENT + timedelta(hours=1)
    )
    sent_at = FIRST_SENT + timedelta(minutes=minutes)
    assert is_held(cast.says(cast.ana, cast.launch, "hello", sent_at=sent_at)) is held


def test_a_hold_holds_only_what_fits_everything_that_it_names(cast: Cast) -> None:
    HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana, conversation=cast.board)
    assert is_held(cast.says(cast.ana, cast.board, "hello"))
    assert not is_held(cast.says(cast.ana, cast.launch, "hello"))
    assert not is_held(cast.says(cast.ben, cast.board, "hello"))


def test_a_released_hold_holds_nothing_and_stays_on_record(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    hold = HoldFactory.create(runtime_agent=cast.agent)
    release(hold)
    assert not is_held(message)
    hold.refresh_from_db()
    done = [event.kind for event in LegalHoldEvent.objects.filter(legal_hold=hold).order_by("id")]
    assert (hold.released_at is None, done) == (False, ["placed", "release_asked", "released"])


def test_one_of_two_holds_is_enough(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    release(HoldFactory.create(runtime_agent=cast.agent))
    HoldFactory.create(runtime_agent=cast.agent, actor=cast.ana)
    assert is_held(message)


def test_a_release_that_lies_ahead_releases_nothing_yet(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "hello")
    release(HoldFactory.create(runtime_agent=cast.agent))
    ago = "SELECT mesh_is_held(%(id)s::bigint, statement_timestamp() - interval '1 day')"
    assert value(ago, id=message.pk)
    assert value("SELECT mesh_is_held(%(id)s::bigint, NULL)", id=message.pk) is True


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kinds", "by"),
    [
        (("placed",), 2),
        (("released",), 2),
        (("release_refused",), 2),
        (("release_asked", "released"), 1),
        (("release_asked", "release_asked"), 2),
        (("release_asked", "release_refused", "released"), 2),
    ],
)
def test_a_step_out_of_turn_or_by_who_asked_is_refused(kinds: tuple[str, ...], by: int) -> None:
    assert refused(*kinds, by=by)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kinds",
    [
        ("release_asked",),
        ("release_asked", "released"),
        ("release_asked", "release_refused"),
        ("release_asked", "release_refused", "release_asked"),
    ],
)
def test_a_step_in_turn_by_a_second_person_is_taken(kinds: tuple[str, ...]) -> None:
    assert not refused(*kinds)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE legal_holds SET released_at = now()",
        "UPDATE legal_holds SET reason = 'other'",
        "UPDATE legal_holds SET conversation_id = NULL, sent_before = '2020-01-01'",
        "DELETE FROM legal_holds",
        "TRUNCATE legal_holds CASCADE",
        "UPDATE legal_hold_events SET who = 2",
        "DELETE FROM legal_hold_events",
        "TRUNCATE legal_hold_events",
    ],
)
def test_no_hold_and_nothing_done_about_it_is_changed_or_removed(change: str) -> None:
    HoldFactory.create()
    execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(DatabaseError, match=r"may not be changed|is refused"), transaction.atomic():
        execute(change)


@pytest.mark.django_db
def test_a_released_hold_is_not_placed_again() -> None:
    hold = HoldFactory.create()
    release(hold)
    with pytest.raises(DatabaseError), transaction.atomic():
        execute("UPDATE legal_holds SET released_at = NULL WHERE id = %(id)s::bigint", id=hold.pk)
    with pytest.raises(DatabaseError), transaction.atomic():
        LegalHold.objects.create(
            runtime_agent=hold.runtime_agent, reason="case 13", released_at="2026-01-01T00:00:00Z"
        )
