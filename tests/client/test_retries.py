"""When a call is sent again, and after how long: no socket and no clock is needed to say."""

import json
from typing import Any

import pytest

from conversation_search.client import calls, errors
from conversation_search.client.calls import Call
from conversation_search.client.exchange import Received, Retries, Send, Wait, exchange

REPEATABLE = calls.recheck("run00001")
ONCE = calls.reply("run00001", "on friday")
FINE = Received(200, b'{"deliverable": true, "denied": [], "denied_memories": [], "denied_tool_results": []}')


def refused(status: int, code: str, retry_after: str = "") -> Received:
    """Return a refusal as the service sends it."""
    return Received(status, json.dumps({"code": code}).encode(), retry_after)


LIMITED = refused(429, "rate_limited", "7")
DOWN = refused(503, "database_unavailable")
RUNNING = refused(409, "idempotency_in_progress")
LOST = None


def played(call: Call[Any], *received: Received | None, retries: Retries | None = None) -> list[float]:
    """Play a conversation to its end and return the pauses in it; raises what the call raises."""
    steps = exchange(call, retries or Retries())
    pauses: list[float] = []
    coming = iter(received)
    step = next(steps)
    try:
        while True:
            match step:
                case Send():
                    step = steps.send(next(coming))
                case Wait(seconds):
                    pauses.append(seconds)
                    step = steps.send(None)
    except StopIteration:
        assert list(coming) == []
        return pauses


def test_an_answer_is_returned_at_once() -> None:
    assert played(REPEATABLE, FINE) == []


def test_retry_after_is_honoured() -> None:
    assert played(REPEATABLE, LIMITED, FINE) == [7]


@pytest.mark.parametrize("passing", [DOWN, RUNNING, LOST, Received(502, b"<html>")])
def test_what_passes_is_waited_for_twice_as_long_each_time(passing: Received | None) -> None:
    assert played(REPEATABLE, passing, passing, passing, FINE) == [0.25, 0.5, 1]


def test_a_call_is_sent_four_times_at_most() -> None:
    with pytest.raises(errors.DatabaseUnavailable):
        played(REPEATABLE, DOWN, DOWN, DOWN, DOWN)


def test_a_wait_that_is_too_long_is_the_callers_to_decide() -> None:
    with pytest.raises(errors.RateLimited) as raised:
        played(REPEATABLE, refused(429, "rate_limited", "3600"))
    assert raised.value.retry_after == 3600


@pytest.mark.parametrize(
    ("passing", "kind"), [(DOWN, errors.DatabaseUnavailable), (LOST, errors.ConnectionLost)]
)
def test_a_reply_whose_fate_is_not_known_is_not_sent_again(
    passing: Received | None, kind: type[errors.MeshError]
) -> None:
    with pytest.raises(kind):
        played(ONCE, passing)


def test_a_reply_beyond_a_limit_was_never_begun_and_is_sent_again() -> None:
    stored = b'{"message_id": "a", "history_message_ids": [], "memory_ids": []}'
    assert played(ONCE, LIMITED, Received(201, stored)) == [7]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 422, 500])
def test_what_will_not_pass_is_raised_at_once(status: int) -> None:
    with pytest.raises(errors.ApiError):
        played(REPEATABLE, refused(status, "run_closed"))


def test_a_search_always_has_a_key_so_that_it_may_be_sent_again() -> None:
    named = calls.search_history("run00001", {"query": "x"}, idempotency_key="call-1")
    assert named.headers == {"Idempotency-Key": "call-1"}
    keys = {calls.search_history("run00001", "{}").headers["Idempotency-Key"] for _ in range(2)}
    assert len(keys) == 2


def test_a_run_always_has_an_id_of_the_callers_so_that_it_is_opened_once() -> None:
    opened = calls.open_run({"type": "slack", "name": "acme"}, {"external_thread_id": "launch"})
    assert json.loads(opened.content)["external_run_id"]


def test_the_arguments_of_a_model_are_sent_as_it_wrote_them() -> None:
    assert calls.search_history("run00001", '{"query":  "x"').content == b'{"query":  "x"'
