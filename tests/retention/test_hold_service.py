"""Holds as operators handle them: placed at once, released by two, listed for good."""

import pytest

from conversation_search import limits
from conversation_search.errors import NotFound, OutOfTurn
from conversation_search.managers.holds import Doer, HoldScope
from conversation_search.retention import holds
from tests.cast import Cast
from tests.contract.asking import delete
from tests.factories import AgentFactory
from tests.retention.test_expiry import said
from tests.retention.test_runs import texts

RITA, OLGA = Doer("user", 1, "rita"), Doer("user", 2, "olga")
WHY = "case 12 of the court"


def placed(cast: Cast, room_id: int | None = None) -> int:
    """Let Rita place a hold."""
    return holds.place(cast.agent.pk, HoldScope(conversation_id=room_id), RITA, WHY)


def test_a_hold_tells_what_it_covers_and_which_deletions_it_keeps(cast: Cast) -> None:
    deleted = said(cast, 2)
    said(cast, 1)
    said(cast, 1, room=cast.board)
    hold_id = placed(cast, cast.launch.pk)
    delete(deleted)
    assert (holds.count_held(hold_id), holds.find(hold_id).kept) == (2, 1)


def test_a_release_takes_two_and_the_hold_stays_listed(cast: Cast) -> None:
    hold_id = placed(cast)
    holds.ask_release(hold_id, RITA, "the case is closed")
    with pytest.raises(OutOfTurn):
        holds.decide(hold_id, RITA, "the case is closed", granted=True)
    holds.decide(hold_id, OLGA, "seen the ruling", granted=True)
    (row,) = holds.listed(cast.agent.pk)
    assert (row.hold_id, row.released_at is None, row.latest_by) == (hold_id, False, "olga")
    assert [event.kind for event in holds.events(hold_id)] == ["placed", "release_asked", "released"]


def test_a_release_purges_at_once_what_the_hold_had_kept_and_leaves_more_than_a_batch_to_the_run(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RETENTION_BATCH", 2)
    gone = [said(cast, days) for days in (1, 2, 3)]
    hold_id = placed(cast)
    for message in gone:
        delete(message)
    holds.ask_release(hold_id, RITA, WHY)
    holds.decide(hold_id, OLGA, WHY, granted=True)
    assert sorted(body for body, _ in texts(*gone)) == ["", "", "the plum migration"]


def test_a_release_that_was_refused_may_be_asked_for_again(cast: Cast) -> None:
    hold_id = placed(cast)
    holds.ask_release(hold_id, RITA, WHY)
    holds.decide(hold_id, OLGA, "the appeal is open", granted=False)
    assert holds.find(hold_id).released_at is None
    holds.ask_release(hold_id, RITA, WHY)


def test_a_release_is_not_asked_for_twice(cast: Cast) -> None:
    hold_id = placed(cast)
    holds.ask_release(hold_id, RITA, WHY)
    with pytest.raises(OutOfTurn):
        holds.ask_release(hold_id, OLGA, WHY)


def test_a_key_and_a_user_of_the_same_number_are_two(cast: Cast) -> None:
    hold_id = placed(cast)
    holds.ask_release(hold_id, Doer("api_key", 2, "mesh_abc"), WHY)
    holds.decide(hold_id, OLGA, WHY, granted=True)
    assert holds.find(hold_id).released_at is not None


def test_what_is_of_another_agent_is_not_found(cast: Cast) -> None:
    other = AgentFactory.create()
    with pytest.raises(NotFound):
        holds.place(other.pk, HoldScope(actor_id=cast.ana.pk), RITA, WHY)
    hold_id = placed(cast)
    with pytest.raises(NotFound):
        holds.ask_release(hold_id, RITA, WHY, other.pk)
    with pytest.raises(NotFound):
        holds.find(hold_id, other.pk)


def test_holds_are_listed_from_before_one_of_them(cast: Cast) -> None:
    first, second = placed(cast), placed(cast)
    assert [row.hold_id for row in holds.listed(cast.agent.pk)] == [second, first]
    assert [row.hold_id for row in holds.listed(cast.agent.pk, second, 5)] == [first]
