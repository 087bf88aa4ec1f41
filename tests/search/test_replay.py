"""A tool call that comes again with its key: the same messages, allowed and read anew, and nothing spent."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from conversation_search.errors import IdempotencyInProgress, IdempotencyKeyReused, InvalidArgument
from conversation_search.runs import searching
from conversation_search.runs.search_history import search_history
from tests.cast import Cast
from tests.database import PATIENCE_SECONDS, execute, value
from tests.search.asking import (
    ask,
    audit_rows,
    delete,
    edit,
    fill_ledger,
    in_own_connection,
    last_audit,
    ledger,
    list_members,
    request,
    shown_texts,
    texts,
)
from tests.search.crowd import say_all

CALLS = "SELECT count(*) FROM tool_calls WHERE run_id = %(run_id)s::bigint"


def test_a_repeat_gives_the_same_answer_and_spends_nothing(cast: Cast) -> None:
    say_all(cast.ana, cast.launch, [f"migration {number}" for number in range(30)])
    run = cast.asks(cast.ben, cast.dm_ben)
    first = ask(run, key="call-1", limit=3)
    spent = ledger(run)
    assert ask(run, key="call-1", limit=3) == first
    assert ledger(run) == spent
    assert value(CALLS, run_id=run.pk) == 1


def test_a_repeat_shows_where_a_word_that_stood_in_for_another_matches(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration on friday")
    run = cast.asks(cast.ben, cast.dm_ben)
    first = ask(run, "migartion", key="call-1")
    assert first["hits"][0]["matches"] == [[0, 9]]
    assert ask(run, "migartion", key="call-1") == first


def test_a_repeat_shows_what_was_shown_first_although_better_ones_have_come(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration on friday, I think")
    run = cast.asks(cast.ben, cast.dm_ben)
    first = ask(run, key="call-1")
    cast.says(cast.ana, cast.launch, "migration")
    assert texts(ask(run, key="call-1")) == texts(first)
    assert texts(ask(run, key="call-2")) == ["migration"]


def test_a_repeat_leaves_an_audit_row_that_is_marked_as_a_replay(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration on friday")
    run = cast.asks(cast.ben, cast.dm_ben)
    ask(run, key="call-1")
    first = last_audit(run)
    ask(run, key="call-1")
    again = last_audit(run)
    assert audit_rows(run) == 2
    assert (first.replay_of_id, again.replay_of_id, again.tool_call_id) == (
        None,
        first.id,
        first.tool_call_id,
    )
    assert (again.status, again.selected, again.query_digest) == ("ok", first.selected, first.query_digest)
    assert again.is_balanced


def test_a_replay_of_a_replay_is_a_replay_of_the_first(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration on friday")
    run = cast.asks(cast.ben, cast.dm_ben)
    search_ids = {ask(run, key="call-1")["search_id"] for _ in range(3)}
    assert len(search_ids) == 1


def test_an_empty_result_is_replayed_as_empty_although_matches_have_come(cast: Cast) -> None:
    run = cast.asks(cast.ben, cast.dm_ben)
    assert ask(run, key="call-1")["status"] == "no_matches"
    cast.says(cast.ana, cast.launch, "migration on friday")
    assert ask(run, key="call-1")["status"] == "no_matches"
    assert last_audit(run).replay_of_id is not None


def test_an_exhausted_result_is_replayed_as_exhausted(cast: Cast) -> None:
    said = say_all(cast.ana, cast.launch, ["migration"] * 401)
    run = cast.asks(cast.ben, cast.dm_ben)
    fill_ledger(run, said[:400])
    first = ask(run, key="call-1")
    assert first["status"] == "search_budget_exhausted"
    assert ask(run, key="call-1") == first
    assert last_audit(run).status == "search_budget_exhausted"


def test_at_the_ceiling_a_repeat_still_answers(cast: Cast) -> None:
    said = say_all(cast.ana, cast.launch, ["migration"] * 401)
    run = cast.asks(cast.ben, cast.dm_ben)
    fill_ledger(run, said[1:400])
    first = ask(run, key="call-1")
    assert (first["count"], first["budget"]["remaining"]) == (1, 0)
    assert ask(run, key="call-1") == first


def test_what_was_edited_since_is_dropped_hit_or_neighbour(cast: Cast) -> None:
    said = [cast.says(cast.ana, cast.launch, body) for body in ("one", "migration two", "three")]
    run = cast.asks(cast.ben, cast.dm_ben)
    ask(run, key="call-1")
    edit(said[2], "four")
    assert shown_texts(ask(run, key="call-1")) == ["migration two", "one"]
    edit(said[1], "migration five")
    assert ask(run, key="call-1")["status"] == "no_matches"


def test_what_was_deleted_since_is_dropped_hit_or_neighbour(cast: Cast) -> None:
    said = [cast.says(cast.ana, cast.launch, body) for body in ("one", "migration two", "three")]
    run = cast.asks(cast.ben, cast.dm_ben)
    ask(run, key="call-1")
    delete(said[0])
    assert shown_texts(ask(run, key="call-1")) == ["migration two", "three"]
    delete(said[1])
    assert shown_texts(ask(run, key="call-1")) == []
    assert last_audit(run).is_balanced


@pytest.mark.privacy
def test_what_is_no_longer_allowed_is_dropped(cast: Cast) -> None:
    cast.says(cast.ana, cast.board, "migration in private")
    cast.says(cast.ana, cast.launch, "migration for all")
    group = cast.dm_ben
    run = cast.asks(cast.ben, group)
    assert ask(run, key="call-1")["count"] == 2
    list_members(group, "ben", "cleo")
    replayed = ask(run, key="call-1")
    assert texts(replayed) == ["migration for all"]
    assert replayed["message_ids"] == [hit["message_id"] for hit in replayed["hits"]]


def test_another_body_under_the_same_key_is_refused(cast: Cast) -> None:
    run = cast.asks(cast.ben, cast.dm_ben)
    ask(run, "migration", key="call-1")
    for other in ({"query": "decision"}, {"query": "migration", "limit": 3}, {"query": "Migration"}):
        with pytest.raises(IdempotencyKeyReused):
            search_history(request(run, other, "call-1"))
    assert (last_audit(run).status, last_audit(run).refusal) == ("refused", "idempotency_key_reused")


def test_the_order_of_keys_in_a_body_does_not_make_it_another(cast: Cast) -> None:
    run = cast.asks(cast.ben, cast.dm_ben)
    first = search_history(request(run, {"query": "migration", "limit": 3}, "call-1"))
    again = search_history(request(run, {"limit": 3, "query": "migration"}, "call-1"))
    assert again["search_id"] == first["search_id"]


def test_a_body_that_means_the_same_is_the_same(cast: Cast) -> None:
    run = cast.asks(cast.ben, cast.dm_ben)
    first = search_history(request(run, {"query": "migration", "after": "2026-03-01"}, "call-1"))
    spelled_out = {"limit": 8, "speaker": "anyone", "before": None, "after": "2026-03-01T01:00:00+01:00"}
    again = search_history(request(run, {"query": "migration", **spelled_out}, "call-1"))
    assert again["search_id"] == first["search_id"]


def test_a_key_belongs_to_its_run(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "migration on friday")
    one, other = cast.asks(cast.ben, cast.dm_ben), cast.asks(cast.ben, cast.dm_ben)
    ask(one, key="call-1")
    assert ask(other, "friday", key="call-1")["count"] == 1
    assert last_audit(other).replay_of_id is None


def test_a_refused_call_does_not_use_up_its_key(cast: Cast) -> None:
    run = cast.asks(cast.ben, cast.dm_ben)
    with pytest.raises(InvalidArgument):
        ask(run, "migration", key="call-1", after="tomorrow")
    assert ask(run, "migration", key="call-1")["status"] == "no_matches"
    assert last_audit(run).replay_of_id is None


@pytest.mark.parametrize("key", ["", "x" * 256, "\x00", "call\ud800"])
def test_a_key_that_cannot_be_kept_is_refused_and_audited(key: str, cast: Cast) -> None:
    run = cast.asks(cast.ben, cast.dm_ben)
    with pytest.raises(InvalidArgument):
        ask(run, key=key)
    assert (last_audit(run).status, last_audit(run).refusal) == ("refused", "invalid_argument")


@pytest.mark.lineage
def test_a_repeat_is_judged_by_the_evidence_of_this_moment(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "migration on friday")
    run = cast.asks(cast.ben, cast.dm_ben)
    ask(run, key="call-1")
    execute(
        "UPDATE message_source_evidence SET class_id = NULL WHERE message_event_id = %(id)s", id=message.pk
    )
    assert ask(run, key="call-1")["hits"] == []


def test_while_the_first_call_is_running_a_repeat_is_refused_at_once(
    committed_cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = committed_cast.asks(committed_cast.ben, committed_cast.dm_ben)
    running, refused = threading.Event(), threading.Event()

    def search_slowly(*arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - passed on as they are
        running.set()
        assert refused.wait(PATIENCE_SECONDS)
        return search(*arguments)

    search = searching.search
    monkeypatch.setattr(searching, "search", search_slowly)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(in_own_connection, lambda: ask(run, key="call-1"))
        assert running.wait(PATIENCE_SECONDS)
        with pytest.raises(IdempotencyInProgress):
            ask(run, key="call-1")
        assert not first.done()
        assert (last_audit(run).status, last_audit(run).refusal) == ("refused", "idempotency_in_progress")
        refused.set()
        answered = first.result(PATIENCE_SECONDS)
    assert ask(run, key="call-1") == answered


def test_repeats_that_arrive_at_once_are_one_search(committed_cast: Cast) -> None:
    cast = committed_cast
    say_all(cast.ana, cast.launch, [f"migration {number}" for number in range(40)])
    run = cast.asks(cast.ben, cast.dm_ben)
    barrier = threading.Barrier(4)

    def search(_: int) -> str:
        barrier.wait()
        try:
            return str(ask(run, key="call-1", limit=2)["search_id"])
        except IdempotencyInProgress:
            return "in progress"

    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(lambda number: in_own_connection(lambda: search(number)), range(4)))
    assert len(answers - {"in progress"}) == 1
    assert value(CALLS, run_id=run.pk) == 1
    assert ask(run, key="call-1", limit=2)["search_id"] in answers
