"""An execution that is killed at any moment goes on where it was, and leaves a complete receipt."""

import os
import random
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from django.conf import settings

from tests.cast import Cast
from tests.database import value
from tests.erasure.asked import again, approve, ask_for_person, count, receipt_of, stores_of
from tests.factories import MessageFactory
from tests.serving import database_url

MESSAGES = 400
KILLS = 4


def worker(reference: str) -> "subprocess.Popen[bytes]":
    """Start a worker on one request, as a process of its own."""
    environment = {**os.environ, "DATABASE_URL": database_url(), "DJANGO_SECRET_KEY": settings.SECRET_KEY}
    command = [sys.executable, "manage.py", "run_erasures", "--request", reference]
    return subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.DEVNULL
    )


def erased(request_id: int) -> int:
    """Count what has been erased."""
    found: int = value(
        "SELECT count(*) FROM erasure_items WHERE request_id = %(id)s::bigint AND state = 'erased'",
        id=request_id,
    )
    return found


def kill_when(process: "subprocess.Popen[bytes]", request_id: int, at_least: int, pause: float) -> None:
    """Kill a worker a moment after it has erased so many, or let it end before."""
    while process.poll() is None and erased(request_id) < at_least:
        time.sleep(0.01)
    time.sleep(pause)
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.slow
def test_an_execution_survives_being_killed_at_random_points(committed_cast: Cast) -> None:
    cast, chance = committed_cast, random.Random(17)  # noqa: S311 - a test that can be repeated
    said: list[Any] = [
        MessageFactory.create(conversation=cast.launch, actor=cast.ana, body=f"plumquat number {number}")
        for number in range(MESSAGES)
    ]
    request = approve(ask_for_person(cast, cast.ana))
    for kill in range(KILLS):
        wanted = MESSAGES * kill // KILLS
        kill_when(worker(request.reference), request.request_id, wanted, chance.uniform(0, 0.2))
    assert worker(request.reference).wait(120) == 0
    ids = [one.pk for one in said]
    assert count("message_events", "id", *ids) == 0
    assert count("message_search_documents", "message_event_id", *ids) == 0
    receipt = receipt_of(again(request))
    assert (receipt["complete"], stores_of(receipt)["messages"]) == (True, (MESSAGES, MESSAGES, 0))
    ledger = "SELECT count(*) FROM erasure_ledger WHERE runtime_agent_id = %(id)s::bigint"
    assert value(ledger, id=cast.agent.pk) == MESSAGES


def test_two_workers_at_once_do_each_item_once(committed_cast: Cast) -> None:
    cast = committed_cast
    for _ in range(150):
        cast.says(cast.ana, cast.launch, "plum")
    request = approve(ask_for_person(cast, cast.ana))
    both = [worker(request.reference) for _ in range(2)]
    assert [one.wait(120) for one in both] == [0, 0]
    receipt = receipt_of(again(request))
    assert (receipt["complete"], stores_of(receipt)["messages"]) == (True, (150, 150, 0))
