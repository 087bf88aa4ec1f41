"""How many distinct messages a run's searches may show, the history window counted."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from conversation_search import limits
from conversation_search.models import Run
from conversation_search.runs import delivery
from tests.cast import Cast
from tests.search.asking import NOW, ask, fill_ledger, in_own_connection, last_audit, ledger, shown_ids
from tests.search.crowd import say_all

LIMIT = limits.LEDGER_THROUGH_SEARCH


def run_with(shown: int, cast: Cast, more: int = 40) -> Run:
    """Open a run that was shown so many messages; `more` others match."""
    said = say_all(cast.ana, cast.launch, [f"migration {number}" for number in range(shown + more)])
    run = cast.asks(cast.ben, cast.dm_ben)
    fill_ledger(run, said[:shown])
    return run


def test_a_search_spends_what_it_shows(cast: Cast) -> None:
    run = run_with(0, cast)
    result = ask(run, limit=2)
    assert len(result["message_ids"]) > 2
    assert result["budget"] == {"limit": 400, "remaining": 400 - len(result["message_ids"])}


@pytest.mark.parametrize(("shown", "left"), [(399, 1), (398, 2), (380, 20)])
def test_near_the_ceiling_the_request_shrinks(shown: int, left: int, cast: Cast) -> None:
    run = run_with(shown, cast)
    result = ask(run, limit=20)
    assert (result["status"], len(result["message_ids"]), result["count"]) == ("ok", left, left)
    assert result["budget"]["remaining"] == 0
    assert len(ledger(run)) == LIMIT
    assert last_audit(run).is_balanced


def test_what_is_left_after_the_hits_goes_to_the_neighbours_of_the_best(cast: Cast) -> None:
    run = run_with(395, cast)
    result = ask(run, limit=3)
    assert (result["count"], len(result["message_ids"])) == (3, 5)
    assert [len(hit["before"]) + len(hit["after"]) for hit in result["hits"]] == [2, 0, 0]


@pytest.mark.parametrize("shown", [400, 401, 500])
def test_at_the_ceiling_the_budget_is_exhausted_and_nothing_more_is_shown(shown: int, cast: Cast) -> None:
    run = run_with(shown, cast)
    result = ask(run)
    assert result["status"] == "search_budget_exhausted"
    assert (result["hits"], result["message_ids"], result["count"]) == ([], [], 0)
    assert result["budget"] == {"limit": 400, "remaining": 0}
    assert len(ledger(run)) == shown


def test_an_exhausted_search_has_its_audit_row(cast: Cast) -> None:
    run = run_with(400, cast, more=0)
    ask(run, "migration", limit=3)
    audit = last_audit(run)
    assert (audit.status, audit.selected, audit.is_balanced) == ("search_budget_exhausted", [], True)
    assert audit.filters["limit"] == 3
    assert audit.query_digest


def test_searches_go_on_until_the_ceiling_and_the_reply_can_still_be_sent(cast: Cast) -> None:
    run = run_with(350, cast, more=200)
    statuses = [ask(run, limit=20)["status"] for _ in range(6)]
    reply = delivery.reply(run.runtime_agent_id, run.pk, "on friday", NOW)
    assert statuses[0] == "ok"
    assert statuses[-1] == "search_budget_exhausted"
    assert len(reply.history_message_ids) == len(ledger(run)) == LIMIT


def test_a_full_window_leaves_nothing_for_searches_and_the_reply_can_still_be_sent(cast: Cast) -> None:
    run = run_with(limits.HISTORY_WINDOW_MAX, cast)
    assert ask(run)["status"] == "search_budget_exhausted"
    assert delivery.recheck(run.runtime_agent_id, run.pk, NOW).deliverable


def test_nothing_is_shown_twice_in_one_run(cast: Cast) -> None:
    run = run_with(0, cast)
    first, second = shown_ids(run, ask(run, limit=3)), shown_ids(run, ask(run, limit=3))
    assert second
    assert not set(first) & set(second)
    assert sorted(ledger(run)) == sorted(first + second)


def test_another_run_has_a_budget_of_its_own(cast: Cast) -> None:
    run_with(400, cast)
    assert ask(cast.asks(cast.ben, cast.dm_ben))["status"] == "ok"


def test_two_searches_of_one_run_at_once_never_exceed_the_budget(committed_cast: Cast) -> None:
    run = run_with(370, committed_cast, more=100)
    barrier = threading.Barrier(4)

    def search() -> list[str]:
        barrier.wait()
        shown: list[str] = ask(run, limit=20)["message_ids"]
        return shown

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: in_own_connection(search), range(4)))
    shown = [message_id for answer in answers for message_id in answer]
    assert len(shown) == len(set(shown)) == 30
    assert len(ledger(run)) == LIMIT
