"""Erases one person with the worker's command, as a process of its own, and tells what that took."""

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any, TextIO

from django.conf import settings
from django.db import connection
from django.test.utils import setup_databases, teardown_databases

from conversation_search.erasure import receipts, requests
from conversation_search.erasure.people import Who
from conversation_search.erasure.requests import NewRequest
from conversation_search.models import Actor
from tests.bench_erasure.filling import Size, fill
from tests.serving import database_url

__all__ = ["Measured", "Size", "erase", "run"]

REASON = "BENCH-1: how long it takes"


@dataclass(frozen=True, slots=True)
class Measured:
    """What an erasure took: seconds to gather and to execute, the worker's memory in MiB, and the receipt."""

    gathering: float
    executing: float
    memory: float
    receipt: dict[str, Any]


def run(size: Size, database: str, out: TextIO) -> None:
    """Build the database, measure, and drop it again."""
    settings.DATABASES["default"]["TEST"]["NAME"] = database
    connection.settings_dict["TEST"]["NAME"] = database
    made = setup_databases(verbosity=0, interactive=False)
    try:
        started = time.monotonic()
        person = fill(size, "bench")
        out.write(f"{size.messages:,} messages were made in {time.monotonic() - started:.0f} s\n")
        tell(erase(person), size, out)
    finally:
        teardown_databases(made, verbosity=0)


def erase(person: Actor) -> Measured:
    """Ask for the erasure of a person, approve it as another, and let the worker do it."""
    asked, agent_id = time.monotonic(), person.runtime_agent_id
    wanted = NewRequest(agent_id, "person", REASON, actor_id=person.pk)
    request = requests.find(requests.ask(wanted, Who("user", 1, "rita")))
    gathered = time.monotonic()
    requests.decide(request, Who("user", 2, "omar"), request.version, is_approved=True)
    environment = {**os.environ, "DATABASE_URL": database_url(), "DJANGO_SECRET_KEY": settings.SECRET_KEY}
    command = [sys.executable, "manage.py", "run_erasures", "--request", request.reference]
    started = time.monotonic()
    worker = subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(worker.pid, 0)
    ended = time.monotonic()
    worker.returncode = os.waitstatus_to_exitcode(status)
    if worker.returncode:
        message = "the worker failed"
        raise RuntimeError(message)
    written = json.loads(receipts.newest(request.request_id).document)
    return Measured(gathered - asked, ended - started, usage.ru_maxrss / 1024, written)


def tell(measured: Measured, size: Size, out: TextIO) -> None:
    """Write what was measured."""
    each = 1000 * measured.executing / size.person
    out.write(f"{size.person:,} of them gathered in {measured.gathering:.1f} s\n")
    out.write(f"erased and verified in {measured.executing:.1f} s, {each:.2f} ms each\n")
    out.write(f"the worker's memory at most {measured.memory:.0f} MiB\n")
    for store in measured.receipt["stores"]:
        line = f"  {store['store']}: {store['before']:,} before, {store['after']:,} after\n"
        out.write(line)
    out.write(f"built on it: {measured.receipt['built_on_it']}\n")
    out.write(f"complete: {measured.receipt['complete']}\n")
