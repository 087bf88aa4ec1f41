"""Fills a database with an invented audit: runs, searches, ledgers and replies whose figures agree with each other."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from django.db import transaction

from conversation_search.models import Actor, Connector, Conversation, RuntimeAgent
from tests.database import execute, value

SQL_FOLDER: Final = Path(__file__).parent / "sql"
ROOMS: Final = (
    ("public_channel", ("launch", "general", "support-eu", "release-notes", "onboarding")),
    ("private_channel", ("deal-desk", "board", "incident-review")),
    ("group_direct", ("three-of-us", "night-shift")),
    ("direct", ("one", "two", "three", "four", "five", "six")),
)
PEOPLE: Final = 24
TABLES: Final = (
    "message_events",
    "message_source_evidence",
    "memory_provenance",
    "ledger_entries",
    "conversation_search_events",
    "runs",
)
FIRST_MESSAGE: Final = "SELECT min(id) FROM message_events WHERE runtime_agent_id = %(agent_id)s::bigint"
STEPS: Final = ("messages", "runs", "searches", "ledger", "replies")
"""The files of `sql`, in order; each adds what those before it need next."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is invented: runs, searches of each at most, and over how many days up to `now`."""

    runs: int
    searches: int
    days: int
    now: datetime
    messages: int = 2000


def fill(size: Size, slug: str, *, unchecked: bool = False) -> None:
    """Add an agent of this slug with everything that is its own.

    Triggers of the product do not fire meanwhile: what they would write is written here, many times faster.
    `unchecked` leaves out the looking up of references as well, which a role must be allowed to.
    """
    agent = RuntimeAgent.objects.create(slug=slug)
    rooms = _rooms(agent)
    parameters: dict[str, object] = {
        "agent_id": agent.pk,
        "rooms": [room.pk for room in rooms],
        "people": [person.pk for person in _people(rooms[0].connector)],
        "account": Actor.objects.create(
            runtime_agent=agent, connector=rooms[0].connector, external_id="mesh-agent", is_agent=True
        ).pk,
        "runs": size.runs,
        "searches": size.searches,
        "days": size.days,
        "now": size.now,
        "messages": size.messages,
    }
    with transaction.atomic():
        execute("SET LOCAL statement_timeout = 0")
        if unchecked:
            execute("SET LOCAL session_replication_role = replica")
        else:
            _switch_triggers("DISABLE")
        # What was just written has no statistics, so the planner would loop where it must hash.
        execute("SET LOCAL enable_nestloop = off")
        execute("SELECT setseed(0.42)")
        for step in STEPS:
            _run(step, parameters)
            # Messages are numbered without gaps, so that a row names one by adding to the first.
            parameters.setdefault("first", value(FIRST_MESSAGE, agent_id=agent.pk))
        if not unchecked:
            execute("SET CONSTRAINTS ALL IMMEDIATE")
            _switch_triggers("ENABLE")
    for table in TABLES:
        execute(f"ANALYZE {table}")


def _switch_triggers(how: str) -> None:
    for table in TABLES:
        execute(f"ALTER TABLE {table} {how} TRIGGER USER")


def _run(step: str, parameters: dict[str, object]) -> None:
    text = (SQL_FOLDER / f"{step}.sql").read_text(encoding="utf-8")
    execute(text, **{name: value for name, value in parameters.items() if f"%({name})s" in text})


def _rooms(agent: RuntimeAgent) -> list[Conversation]:
    connector = Connector.objects.create(
        runtime_agent=agent, type="slack", name="tidewell", joiners_read_history=True
    )
    return [
        Conversation.objects.create(
            runtime_agent=agent, connector=connector, external_thread_id=name, name=name, kind=kind
        )
        for kind, names in ROOMS
        for name in names
    ]


def _people(connector: Connector) -> list[Actor]:
    shuffled = Random(7)  # noqa: S311 - the same people for everybody
    return [
        Actor.objects.create(
            runtime_agent_id=connector.runtime_agent_id,
            connector=connector,
            external_id=f"U{shuffled.randrange(10**8):08}",
        )
        for _ in range(PEOPLE)
    ]
