"""Counts reveal nothing, and pages neither repeat nor lose a message."""

import pytest

from tests.cast import Cast
from tests.search.asking import ask, delete, hit_ids
from tests.search.crowd import say_all


@pytest.mark.privacy
def test_s117_a_hidden_match_leaves_no_trace_in_the_answer(cast: Cast) -> None:
    nothing = ask(cast.asks(cast.ben, cast.dm_ben), "secret lover")
    cast.says(cast.ana, cast.dm_ana, "my secret lover")
    hidden = ask(cast.asks(cast.ben, cast.dm_ben), "secret lover")
    assert {**hidden, "search_id": ""} == {**nothing, "search_id": ""}


def test_s118_a_deleted_match_is_in_no_total(cast: Cast) -> None:
    delete(cast.says(cast.ana, cast.launch, "a rare phrase"))
    result = ask(cast.asks(cast.ben, cast.dm_ben), '"rare phrase"')
    assert (result["status"], result["count"], result["message_ids"]) == ("no_matches", 0, [])


def pages(cast: Cast, limit: int) -> list[list[int]]:
    """Ask again and again in one run until nothing is left; return the hits of each answer."""
    run = cast.asks(cast.ben, cast.dm_ben)
    found = []
    while (result := ask(run, "same", limit=limit))["status"] == "ok":
        found.append(hit_ids(run, result))
    assert result["status"] == "no_matches"
    return found


def test_s120_messages_that_rank_alike_are_ordered_by_time_and_then_by_id(cast: Cast) -> None:
    said = say_all(cast.ana, cast.launch, ["same text"] * 20)
    for _ in range(2):
        run = cast.asks(cast.ben, cast.dm_ben)
        assert hit_ids(run, ask(run, "same", limit=20)) == said[::-1]


def test_s121_further_answers_of_a_run_are_disjoint(cast: Cast) -> None:
    said = say_all(cast.ana, cast.launch, ["same subject", "x", "x", "x", "x"] * 30)[::5]
    shown = [message_id for page in pages(cast, 7) for message_id in page]
    assert sorted(shown) == sorted(said)


def test_s122_asking_again_gives_what_is_left_until_nothing_is(cast: Cast) -> None:
    said = say_all(cast.ana, cast.launch, ["same", "x", "x", "x", "x"] * 10)
    assert [len(page) for page in pages(cast, 4)] == [4, 4, 2]
    assert sorted(message_id for page in pages(cast, 8) for message_id in page) == said[::5]
