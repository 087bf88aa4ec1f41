"""`manage.py run_erasures`: what is due is done, and verified again in time."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from conversation_search import limits
from conversation_search.erasure import requests, working
from tests.cast import Cast
from tests.database import value
from tests.erasure.asked import (
    RITA,
    again,
    approve,
    ask_for_message,
    ask_for_person,
    body_of,
    erase,
    receipt_of,
)
from tests.factories import HoldFactory


def run(*options: str) -> list[dict[str, Any]]:
    """Run the command and return what it tells."""
    out = StringIO()
    call_command("run_erasures", *options, "--json", stdout=out)
    told: list[dict[str, Any]] = json.loads(out.getvalue())
    return told


def due_later(after: timedelta) -> set[int]:
    """Return the requests that are due so long from now."""
    return {request.request_id for request in working.due(value("SELECT now()") + after)}


def test_what_was_approved_is_executed_and_verified(committed_cast: Cast) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, "plum")
    request = approve(ask_for_message(cast, message))
    assert {"request": request.reference, "status": "complete", "done": 1, "total": 1} in run()
    assert body_of(message) is None


def test_what_waits_is_left_alone(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    request = ask_for_message(cast, message)
    assert request.request_id not in due_later(timedelta())
    assert run("--dry-run") == []
    assert body_of(message) == "plum"


def test_a_dry_run_lists_what_is_due_and_does_nothing(cast: Cast) -> None:
    message = cast.says(cast.ana, cast.launch, "plum")
    request = approve(ask_for_message(cast, message))
    assert [one["request"] for one in run("--dry-run")] == [request.reference]
    assert body_of(message) == "plum"


def test_a_complete_erasure_is_verified_again_after_a_week(committed_cast: Cast) -> None:
    cast = committed_cast
    request = erase(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    assert receipt_of(request)["complete"] is True
    assert request.request_id not in due_later(limits.ERASURE_VERIFY_AFTER - timedelta(minutes=5))
    assert request.request_id in due_later(limits.ERASURE_VERIFY_AFTER + timedelta(minutes=5))


def test_an_erasure_that_a_hold_kept_back_is_tried_again_after_an_hour(committed_cast: Cast) -> None:
    cast = committed_cast
    message = cast.says(cast.ana, cast.launch, "plum")
    HoldFactory.create(runtime_agent=cast.agent)
    request = approve(ask_for_message(cast, message))
    run("--request", request.reference)
    assert again(request).status == "incomplete"
    assert request.request_id not in due_later(timedelta(minutes=5))
    assert request.request_id in due_later(limits.ERASURE_RETRY_AFTER + timedelta(minutes=5))


def test_a_request_that_was_gathered_half_is_gathered_to_its_end(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        cast.says(cast.ana, cast.launch, "plum")
    with monkeypatch.context() as patched:
        patched.setattr(requests, "gather", lambda _request: None)
        request = ask_for_person(cast, cast.ana)
    assert request.status == "gathering"
    run("--request", request.reference)
    assert again(request).status == "waiting"
    items = "SELECT count(*) FROM erasure_items WHERE request_id = %(id)s::bigint"
    assert value(items, id=request.request_id) == 3


def test_a_request_that_there_is_not_is_told(cast: Cast) -> None:
    requests.withdraw(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")), RITA)
    with pytest.raises(CommandError, match="no request"):
        call_command("run_erasures", "--request", "x")


def test_it_says_in_words_what_became_of_each(committed_cast: Cast) -> None:
    cast = committed_cast
    request = approve(ask_for_message(cast, cast.says(cast.ana, cast.launch, "plum")))
    out = StringIO()
    call_command("run_erasures", "--request", request.reference, stdout=out)
    assert out.getvalue() == f"{request.reference}: complete, 1 of 1 items\n"
