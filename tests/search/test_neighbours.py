"""What stands beside a hit: the nearest that may be shown, each message once."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from conversation_search import limits
from conversation_search.models import MessageEvent, Run
from tests.cast import Cast
from tests.factories import ReplyFactory
from tests.factories.messages import FIRST_SENT
from tests.search.asking import ask, delete, fill_ledger, last_audit, ledger, shown_ids
from tests.search.crowd import say_all


def at(minute: float) -> datetime:
    """Return a moment."""
    return FIRST_SENT + timedelta(minutes=minute)


def exchange(run: Run, query: str = "needle") -> list[list[str]]:
    """Return every hit with its neighbours, in reading order, best hit first."""
    return [_reading(hit) for hit in ask(run, query)["hits"]]


def _reading(hit: dict[str, Any]) -> list[str]:
    return [
        *(one["text"] for one in hit["before"]),
        hit["text"],
        *(one["text"] for one in hit["after"]),
    ]


@pytest.fixture
def lines(cast: Cast) -> list[MessageEvent]:
    """Let Ana say seven lines in #launch, a minute apart, the middle one with the word that is sought."""
    return [
        cast.says(cast.ana, cast.launch, "needle" if number == 3 else f"line {number}", sent_at=at(number))
        for number in range(7)
    ]


def test_a_hit_has_the_two_nearest_on_either_side_in_reading_order(
    cast: Cast, lines: list[MessageEvent]
) -> None:
    assert len(lines) == 7
    run = cast.asks(cast.ben, cast.dm_ben)
    assert exchange(run) == [["line 1", "line 2", "needle", "line 4", "line 5"]]
    assert sorted(last_audit(run).neighbour_ids) == sorted(set(ledger(run)) - {lines[3].pk})


def test_messages_of_one_moment_stand_in_the_order_of_their_ids(cast: Cast) -> None:
    for body in ("a", "b", "needle", "c", "d", "e"):
        cast.says(cast.ana, cast.launch, body, sent_at=at(0))
    assert exchange(cast.asks(cast.ben, cast.dm_ben)) == [["a", "b", "needle", "c", "d"]]


def test_neighbours_are_nearest_by_when_they_were_sent_and_not_by_when_they_were_stored(cast: Cast) -> None:
    for minute, body in ((5, "needle"), (1, "far"), (4, "near"), (3, "next"), (9, "later")):
        cast.says(cast.ana, cast.launch, body, sent_at=at(minute))
    assert exchange(cast.asks(cast.ben, cast.dm_ben)) == [["next", "near", "needle", "later"]]


def test_a_message_of_another_room_is_no_neighbour(cast: Cast, lines: list[MessageEvent]) -> None:
    cast.says(cast.ana, cast.shared, "another room", sent_at=lines[3].sent_at)
    cast.says(cast.ben, cast.dm_ben, "another room", sent_at=lines[3].sent_at)
    assert exchange(cast.asks(cast.ben, cast.dm_ben)) == [["line 1", "line 2", "needle", "line 4", "line 5"]]


def test_a_message_without_evidence_is_skipped_for_the_next(cast: Cast, lines: list[MessageEvent]) -> None:
    cast.says(cast.ana, cast.launch, "hidden", sent_at=at(2.5), evidence=False)
    assert lines
    assert exchange(cast.asks(cast.ben, cast.dm_ben)) == [["line 1", "line 2", "needle", "line 4", "line 5"]]


@pytest.mark.lineage
def test_a_tainted_reply_is_skipped_for_the_next(cast: Cast, lines: list[MessageEvent]) -> None:
    secret = cast.says(cast.ana, cast.dm_ana, "a secret")
    ReplyFactory.create(conversation=cast.launch, sources=[secret], body="hidden", sent_at=at(3.5))
    assert lines
    assert exchange(cast.asks(cast.ben, cast.dm_ben)) == [["line 1", "line 2", "needle", "line 4", "line 5"]]


@pytest.mark.lineage
def test_a_deleted_message_and_a_withheld_reply_are_skipped_for_the_next(
    cast: Cast, lines: list[MessageEvent]
) -> None:
    ReplyFactory.create(conversation=cast.launch, answered=lines[2], body="withheld", sent_at=at(2.5))
    delete(lines[2])
    assert exchange(cast.asks(cast.ben, cast.dm_ben)) == [["line 0", "line 1", "needle", "line 4", "line 5"]]


@pytest.mark.privacy
def test_what_a_narrower_audience_heard_is_skipped_for_the_next(cast: Cast) -> None:
    for minute, body in ((1, "for all"), (3, "needle")):
        cast.says(cast.ana, cast.board, body, sent_at=at(minute))
    say_all(cast.ana, cast.board, ["without evidence"], first=at(2), apart=timedelta(0), evidence=False)
    assert exchange(cast.asks(cast.ben, cast.dm_ben)) == [["for all", "needle"]]
    assert exchange(cast.asks(cast.cleo, cast.dm_cleo)) == []


def test_what_the_run_has_been_shown_is_skipped_for_the_next(cast: Cast, lines: list[MessageEvent]) -> None:
    run = cast.asks(cast.ben, cast.launch)
    fill_ledger(run, [lines[2].pk, lines[4].pk])
    assert exchange(run) == [["line 0", "line 1", "needle", "line 5", "line 6"]]


def test_the_message_being_answered_is_no_neighbour(cast: Cast, lines: list[MessageEvent]) -> None:
    run = cast.asks(cast.ana, cast.launch, inbound_message=lines[2])
    assert exchange(run) == [["line 0", "line 1", "needle", "line 4", "line 5"]]


def test_a_hit_is_shown_as_a_hit_and_not_again_as_a_neighbour(cast: Cast) -> None:
    for minute, body in enumerate(["a", "needle", "needle pin", "b"]):
        cast.says(cast.ana, cast.launch, body, sent_at=at(minute))
    run = cast.asks(cast.ben, cast.dm_ben)
    assert exchange(run) == [["a", "needle pin", "b"], ["needle"]]


def test_two_close_hits_share_what_stands_between_them(cast: Cast) -> None:
    bodies = ["a", "b", "needle", "c", "needle", "d", "e", "f"]
    for minute, body in enumerate(bodies):
        cast.says(cast.ana, cast.launch, body, sent_at=at(minute))
    run = cast.asks(cast.ben, cast.dm_ben)
    result = ask(run, "needle")
    assert [_reading(hit) for hit in result["hits"]] == [["b", "c", "needle", "d", "e"], ["a", "needle", "f"]]
    assert len(result["message_ids"]) == len(set(result["message_ids"])) == 8


def test_hits_that_follow_each_other_closely_never_show_a_message_twice(cast: Cast) -> None:
    say_all(
        cast.ana, cast.launch, ["needle" if number % 3 == 0 else f"line {number}" for number in range(60)]
    )
    run = cast.asks(cast.ben, cast.dm_ben)
    shown = shown_ids(run, ask(run, "needle", limit=20))
    assert len(shown) == len(set(shown)) == 60
    assert sorted(shown) == sorted(ledger(run))


def test_every_id_that_is_shown_is_listed_first_hits_before_what_stands_beside_them(
    cast: Cast, lines: list[MessageEvent]
) -> None:
    result = ask(cast.asks(cast.ben, cast.dm_ben), "needle")
    (hit,) = result["hits"]
    beside = [one["message_id"] for side in ("before", "after") for one in hit[side]]
    assert result["message_ids"] == [hit["message_id"], *beside]
    assert len(beside) == 4 < len(lines)


def test_a_neighbour_is_cut_to_240_characters_and_a_hit_to_600(cast: Cast) -> None:
    for minute, body in enumerate(["日本 🎉 " * 300, "needle " + "日本 🎉 " * 300]):
        cast.says(cast.ana, cast.launch, body, sent_at=at(minute))
    (hit,) = ask(cast.asks(cast.ben, cast.dm_ben), "needle")["hits"]
    assert 230 < len(hit["before"][0]["text"]) <= 240
    assert 590 < len(hit["text"]) <= 600


def test_a_hit_that_does_not_fit_may_stand_beside_one_that_does(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RESULT_BYTES", 1500)
    bodies = ["needle " + "x " * 250, "needle pin", "needle pin"]
    for minute, body in enumerate(bodies):
        cast.says(cast.ana, cast.launch, body, sent_at=at(minute))
    run = cast.asks(cast.ben, cast.dm_ben)
    result = ask(run, "needle pin")
    assert [hit["text"] for hit in result["hits"]] == ["needle pin", "needle pin"]
    assert len(result["message_ids"]) == 3
    assert sorted(shown_ids(run, result)) == sorted(ledger(run))
    assert last_audit(run).is_balanced
    assert last_audit(run).exclusions["below_cutoff"] == 1
